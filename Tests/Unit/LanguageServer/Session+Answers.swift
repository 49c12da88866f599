// Answers as text.
extension Session {
  static func range(_ line: Int, _ start: Int, _ end: Int) -> String {
    "{\"start\":{\"line\":\(line),\"character\":\(start)},\"end\":{\"line\":\(line),\"character\":\(end)}}"
  }

  static func location(_ name: String, _ line: Int, _ start: Int, _ end: Int) -> String {
    "{\"uri\":\"\(name)\",\"range\":\(range(line, start, end))}"
  }
}
