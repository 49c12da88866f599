/// The reason why a call failed, in words that let an agent correct it.
struct ToolError: Error {
  /// Ends of long messages are dropped, so that a message cannot fill an agent's context.
  private static let maximumLength = 20_000

  let message: String

  init(_ message: String) {
    self.message = message.shortened(to: ToolError.maximumLength)
  }
}

extension String {
  /// At most this many bytes of the string, without a cut through a character. If the rest is cut off, a note is added, and a
  /// line feed at the end is kept.
  func shortened(to length: Int) -> String {
    if utf8.count <= length { return self }
    var end = utf8.index(startIndex, offsetBy: length)
    while end > startIndex, end.samePosition(in: self) == nil { end = utf8.index(before: end) }
    let lineFeed = last?.isNewline == true ? "\n" : ""
    return "\(self[..<end]) … (cut)\(lineFeed)"
  }
}
