import ApusSource

// Answers as text.
extension Session {
  /// The result of a request about a place of a file, or the error's message.
  func answer(
    _ method: String, _ name: String, _ line: Int, _ character: Int, _ more: String = ""
  ) -> String {
    let parameters =
      "{\"textDocument\":{\"uri\":\"\(uri(name))\"},\"position\":{\"line\":\(line),\"character\":\(character)}\(more)}"
    return text(of: request("textDocument/\(method)", parameters))
  }

  /// The result in an answer, or the error's message.
  func text(of answer: JSONValue?) -> String {
    if let message = answer?["error"]?["message"]?.string { return message }
    guard let result = answer?["result"] else { return "none" }
    return result.range.file.text(result.range.start, result.range.end)
      .replacing("file://\(folder)/", with: "")
  }

  static func range(_ line: Int, _ start: Int, _ end: Int) -> String {
    "{\"start\":{\"line\":\(line),\"character\":\(start)},\"end\":{\"line\":\(line),\"character\":\(end)}}"
  }

  static func location(_ name: String, _ line: Int, _ start: Int, _ end: Int) -> String {
    "{\"uri\":\"\(name)\",\"range\":\(range(line, start, end))}"
  }
}
