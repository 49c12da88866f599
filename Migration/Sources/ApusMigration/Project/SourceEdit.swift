import ApusDriver
import ApusSource

/// A place in a file that uses Apollo, and how to change it.
struct SourceEdit {
  private(set) var start: Int
  private(set) var end: Int
  /// The replacement; nil if a person has to decide.
  private(set) var text: String?
  /// If there is no replacement, what a person has to do; otherwise why the edit is certain.
  private(set) var task: String
  /// The kind of work for a person.
  let chore: Chore
  /// `line:column`.
  let place: String
  /// The original text.
  let original: String

  init(
    _ source: SourceFile, _ start: Int, _ end: Int, _ text: String?, task: String = "", chore: Chore = .types
  ) {
    self.chore = chore
    self.start = start
    self.end = end
    self.text = text
    self.task = task
    let position = source.position(at: start)
    place = "\(position.line):\(position.column)"
    original = source.text(start, end)
  }

  /// The same place as a manual task.
  var asTask: SourceEdit {
    guard let text else { return self }
    var edit = self
    edit.text = nil
    let lines = text.split(whereSeparator: \.isNewline).map { SourceEdit.oneLine(String($0)) }
    edit.task = "becomes \(lines.isEmpty ? SourceEdit.oneLine(text) : lines.joined(separator: ", "))"
    return edit
  }

  /// Joins the lines of a text.
  static func oneLine(_ text: String) -> String {
    let words = text.split { $0.isWhitespace }
    return words.isEmpty ? "deleted" : words.joined(separator: " ")
  }

  /// The line for the report.
  func line(_ path: String) -> String {
    "\(path):\(place): \(SourceEdit.oneLine(original)) → \(SourceEdit.oneLine(text ?? ""))"
  }

  /// The edits to make, sorted. The first of two overlapping edits wins.
  static func effective(_ edits: [SourceEdit]) -> [SourceEdit] {
    var result: [SourceEdit] = []
    var offset = 0
    // Sort stably, so that an insertion comes before a replacement at the same offset.
    let ordered = edits.enumerated().sorted {
      ($0.element.start, $0.element.end, $0.offset) < ($1.element.start, $1.element.end, $1.offset)
    }
    for (_, edit) in ordered where edit.text != nil && edit.start >= offset {
      result.append(edit)
      offset = edit.end
    }
    return result
  }

  /// Applies the edits with replacements to `source`.
  static func apply(_ edits: [SourceEdit], to source: SourceFile) -> [UInt8] {
    applied(effective(edits), to: source, 0, source.count)
  }

  /// The bytes between two offsets with the edits in that range applied.
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
