/// The reason why a call failed, in words that let an agent correct it.
struct ToolError: Error {
  /// Ends of long messages are dropped, so that a message cannot fill an agent's context.
  private static let maximumLength = 20_000

  let message: String

  init(_ message: String) {
    let isLong = message.utf8.count > ToolError.maximumLength
    self.message = isLong ? message.cut(to: ToolError.maximumLength) + "\n(The rest was cut off.)" : message
  }
}

extension String {
  /// The beginning of the string, at most this many bytes of it, without a cut through a character.
  func cut(to length: Int) -> String {
    if utf8.count <= length { return self }
    var end = utf8.index(startIndex, offsetBy: length)
    while end > startIndex, end.samePosition(in: self) == nil { end = utf8.index(before: end) }
    return String(self[..<end])
  }
}
