/// A kind of work that is left to a person. Places with the same kind are counted together.
enum Chore: String, CaseIterable {
  case requests = "rewrite requests: await them, or loop over an async sequence"
  case clients = "make clients, interceptors and transports anew"
  case caches = "replace the store, its transactions and policies"
  case errors = "read errors as an array, and what they contain as values"
  case values = "write nullable values and enums without Apollo's wrappers"
  case fragments = "convert values to fragments' types"
  case types = "name types and properties as they are here"
  case modules = "replace modules that have no counterpart"
  case undecided = "say whether this is Apollo's: a declaration does not tell"

  /// The kind of work for one of Apollo's types.
  init(type name: String) {
    let clients = [
      "Interceptor", "Transport", "RequestChain", "HTTP", "Session", "WebSocket", "Client", "Request",
    ]
    let caches = ["Cache", "Store", "Record"]
    self =
      caches.contains(where: name.contains)
      ? .caches
      : clients.contains(where: name.contains) ? .clients : name.contains("Cancellable") ? .requests : .types
  }
}
