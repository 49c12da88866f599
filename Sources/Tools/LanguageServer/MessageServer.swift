import ApusSource

/// A session that the process runs on standard input and output.
protocol MessageServer: AnyObject {
  /// The process's exit code once the session has ended.
  var exitCode: Int32? { get }
  /// The time to wait for input before there is something to do, in milliseconds.
  var nextTimeout: Int { get }
  /// The process that started the server; nil if it is unknown.
  var clientProcess: Int? { get }

  /// Handles input.
  func receive(_ bytes: UnsafeBufferPointer<UInt8>)
  /// Does pending work while no input is waiting.
  func work()
  /// Called at the end of the input.
  ///
  /// - Returns: the exit code.
  func end() -> Int32
}

extension LanguageServer: MessageServer {
  func end() -> Int32 { exitCode ?? 1 }
}

extension JSONValue {
  /// The identifier of a request in JSON-RPC: a whole number or a string; nil for any other value.
  var requestID: JSONOutput? {
    if let number = integer { return .number(number) }
    return string.map(JSONOutput.string)
  }
}
