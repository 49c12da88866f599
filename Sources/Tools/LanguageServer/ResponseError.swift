import ApusSource

/// The reason why a request failed.
struct ResponseError: Error {
  /// Error codes of JSON-RPC and the protocol.
  enum Code: Int {
    case parse = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParameters = -32602
    case notInitialized = -32002
    case cancelled = -32800
    case requestFailed = -32803
    /// An error code of the Model Context Protocol.
    case unsupportedVersion = -32022
  }

  let code: Code
  let message: String
  /// Details for the client, which only ``AgentServer`` sends.
  let data: JSONOutput?

  init(_ code: Code, _ message: String, data: JSONOutput? = nil) {
    self.code = code
    self.message = message
    self.data = data
  }

  /// The response to a request.
  func response(to id: JSONOutput) -> JSONOutput {
    var members: [(name: String, value: JSONOutput)] = [
      ("code", .number(code.rawValue)), ("message", .string(message)),
    ]
    if let data { members.append(("data", data)) }
    return ["jsonrpc": "2.0", "id": id, "error": .object(members)]
  }
}
