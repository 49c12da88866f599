import ApusDiagnostics

/// What stopped the lexer or the parser: a message in the reference's words and the bytes that it is about.
///
/// A class, so that the error slot of every function on the parser's path is one word.
package final class SyntaxError: Error {
  package let code: DiagnosticCode
  /// Without the words "Syntax Error: ".
  package let message: String
  package let start: Int
  package let end: Int
  /// What the text in error belongs to, when that may be far away.
  package let note: Note?

  /// A remark with a place in the same file.
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

  /// What is wrong with the encoding of a text, if anything is.
  static func ofEncoding(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> SyntaxError? {
    Encoding.firstInvalidByte(bytes, count).map { offset in
      SyntaxError(.invalidEncoding, message: Encoding.message, start: offset, end: offset + 1)
    }
  }

  /// The error with another note.
  func with(_ note: Note) -> SyntaxError {
    SyntaxError(code, message: message, start: start, end: end, note: note)
  }

  /// The error as a diagnostic of `source`.
  package func diagnostic(in source: SourceFile) -> Diagnostic {
    let notes = note.map { note in
      [Diagnostic.Note(note.message, at: SourceRange(file: source, start: note.start, end: note.end))]
    }
    let (message, end) =
      isAtConflictMarker(in: source)
      ? ("This is a merge conflict marker. Resolve the conflict and remove its three markers.", start + 7)
      : ("Syntax Error: \(message)", end)
    return Diagnostic(
      .error, code, message, at: [SourceRange(file: source, start: start, end: end)], notes: notes ?? [])
  }

  /// Whether the error is at one of the lines that version control writes into a file with a conflict: seven times the same
  /// character at the beginning of a line.
  private func isAtConflictMarker(in source: SourceFile) -> Bool {
    guard source.count - start >= 7, start == 0 || source.bytes[start - 1] == UInt8(ascii: "\n") else {
      return false
    }
    let first = source.bytes[start]
    return "<=>|".utf8.contains(first) && (start..<start + 7).allSatisfy { source.bytes[$0] == first }
  }
}
