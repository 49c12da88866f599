import Apus

/// The operations of all projects by module and name, each with what can be done to it without its type.
struct Registry {
  private(set) var entries: [String: Entry] = [:]
  private var fragments: [String: FragmentChecks] = [:]

  /// One operation.
  struct Entry {
    let document: String
    let identifier: String
    let check: (Case) async -> Outcome
  }

  /// Adds an operation of a module.
  mutating func add<Operation: GraphQLSingleResponseOperation & GraphQLObject>(
    _: Operation.Type, in module: String
  ) {
    let fragments = checks(in: module)
    entries["\(module)/\(Operation.operationName)"] = Entry(
      document: Operation.operationDocument, identifier: Operation.operationID,
      check: { await outcome(of: $0, to: Operation.self, fragments) })
  }

  /// Passes over a subscription: its events come as a whole.
  func add<Operation: GraphQLSubscription>(_: Operation.Type, in _: String) {}

  /// The fragments of a module.
  mutating func checks(in module: String) -> FragmentChecks {
    let known = fragments[module] ?? FragmentChecks()
    fragments[module] = known
    return known
  }
}
