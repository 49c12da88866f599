import ApusSource

/// A lexer or parser error: a message in the reference's words and the range of bytes it is about.
///
/// It is a class, so that the error slot of every parser function is a single word.
package final class SyntaxError: Error {
  package let code: DiagnosticCode
  /// The message without the prefix "Syntax Error: ".
  package let message: String
  package let start: Int
  package let end: Int
  /// The construct that the error belongs to, if it started elsewhere.
  package let note: Note?

  /// A note with a place in the same file.
  package struct Note: Sendable {
    package let message: String
    package let start: Int
    package let end: Int
  }

  init(_ code: DiagnosticCode = .syntaxError, message: String, start: Int, end: Int, note: Note? = nil) {
    self.code = code
    self.message = message
    self.start = start
    self.end = end
    self.note = note
  }

  /// The encoding error of a file that is not valid UTF-8.
  package static func ofEncoding(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> SyntaxError? {
    Encoding.firstInvalidByte(bytes, count).map { offset in
      SyntaxError(.invalidEncoding, message: Encoding.message, start: offset, end: offset + 1)
    }
  }

  /// Returns the error with another note.
  func with(_ note: Note) -> SyntaxError {
    SyntaxError(code, message: message, start: start, end: end, note: note)
  }

  /// Converts the error to a diagnostic in `source`.
  package func diagnostic(in source: SourceFile) -> Diagnostic {
    let notes = note.map { note in
      [Diagnostic.Note(note.message, at: SourceRange(file: source, start: note.start, end: note.end))]
    }
    let (message, end) =
      if isAtConflictMarker(in: source) {
        ("This is a merge conflict marker. Resolve the conflict and remove its three markers.", start + 7)
      } else if MarkupText.begins(source, at: start) {
        (MarkupText.message, end)
      } else {
        ("Syntax Error: \(message)\(SyntaxHint.text(for: self, in: source))", end)
      }
    return Diagnostic(
      .error, code, message, at: [SourceRange(file: source, start: start, end: end)], notes: notes ?? [])
  }

  /// Whether the error is at a conflict marker left by version control: the same character seven times at the start of
  /// a line.
  private func isAtConflictMarker(in source: SourceFile) -> Bool {
    guard source.count - start >= 7, start == 0 || source.bytes[start - 1] == UInt8(ascii: "\n") else {
      return false
    }
    let first = source.bytes[start]
    return "<=>|".utf8.contains(first) && (start..<start + 7).allSatisfy { source.bytes[$0] == first }
  }
}
