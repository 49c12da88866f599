import ApusCompiler
import ApusDiagnostics

/// A place in a file that uses Apollo, and what it becomes.
struct SourceEdit {
  private(set) var start: Int
  private(set) var end: Int
  /// What is written there; nil where a person decides.
  let text: String?
  /// What a person has to do, where there is no text.
  let task: String
  /// `line:column`.
  let place: String
  /// What is there now.
  let original: String

  init(_ source: SourceFile, _ start: Int, _ end: Int, _ text: String?, task: String = "") {
    self.start = start
    self.end = end
    self.text = text
    self.task = task
    let position = source.position(at: start)
    place = "\(position.line):\(position.column)"
    original = source.text(start, end)
  }

  /// The edit in a text that begins at `offset` of this one.
  func shifted(by offset: Int) -> SourceEdit {
    var edit = self
    edit.start -= offset
    edit.end -= offset
    return edit
  }

  /// A text of several lines on one.
  static func oneLine(_ text: String) -> String {
    let words = text.split { $0.isWhitespace }
    return words.isEmpty ? "deleted" : words.joined(separator: " ")
  }

  /// A line of the report.
  func line(_ path: String) -> String {
    "\(path):\(place): \(SourceEdit.oneLine(original)) → \(SourceEdit.oneLine(text ?? ""))"
  }

  /// `source` with the edits made that are certain; of two that overlap the first is made.
  static func apply(_ edits: [SourceEdit], to source: SourceFile) -> String {
    var result: [UInt8] = []
    var offset = 0
    for edit in edits.sorted(by: { $0.start < $1.start }) {
      guard let text = edit.text, edit.start >= offset else { continue }
      result.append(contentsOf: UnsafeBufferPointer(start: source.bytes + offset, count: edit.start - offset))
      result.append(contentsOf: text.utf8)
      offset = edit.end
    }
    result.append(contentsOf: UnsafeBufferPointer(start: source.bytes + offset, count: source.count - offset))
    return String(decoding: result, as: UTF8.self)
  }
}
