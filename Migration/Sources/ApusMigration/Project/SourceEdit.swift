import ApusCompiler
import ApusDiagnostics

/// A place in a file that uses Apollo, and what it becomes.
struct SourceEdit {
  private(set) var start: Int
  private(set) var end: Int
  /// What is written there; nil where a person decides.
  private(set) var text: String?
  /// What a person has to do, where there is no text; or else why the edit is certain.
  private(set) var task: String
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

  /// The edit for a person to make.
  var asTask: SourceEdit {
    guard let text else { return self }
    var edit = self
    edit.text = nil
    let lines = text.split(whereSeparator: \.isNewline).map { SourceEdit.oneLine(String($0)) }
    edit.task = "becomes \(lines.isEmpty ? SourceEdit.oneLine(text) : lines.joined(separator: ", "))"
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

  /// The edits that are made, in order: of two that overlap the first.
  static func effective(_ edits: [SourceEdit]) -> [SourceEdit] {
    var result: [SourceEdit] = []
    var offset = 0
    // A stable order: what is inserted before a text comes before what replaces it.
    let ordered = edits.enumerated().sorted {
      ($0.element.start, $0.element.end, $0.offset) < ($1.element.start, $1.element.end, $1.offset)
    }
    for (_, edit) in ordered where edit.text != nil && edit.start >= offset {
      result.append(edit)
      offset = edit.end
    }
    return result
  }

  /// The bytes of `source` with the edits made that are certain.
  static func apply(_ edits: [SourceEdit], to source: SourceFile) -> [UInt8] {
    applied(effective(edits), to: source, 0, source.count)
  }

  /// The bytes between two offsets with edits made that lie there, in order.
  static func applied(_ edits: [SourceEdit], to source: SourceFile, _ start: Int, _ end: Int) -> [UInt8] {
    var result: [UInt8] = []
    var offset = start
    func copy(_ end: Int) {
      result.append(contentsOf: UnsafeBufferPointer(start: source.bytes + offset, count: end - offset))
    }
    for edit in edits {
      copy(edit.start)
      result.append(contentsOf: (edit.text ?? "").utf8)
      offset = edit.end
    }
    copy(end)
    return result
  }
}
