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
    return Diagnostic(
      .error, code, "Syntax Error: \(message)", at: [SourceRange(file: source, start: start, end: end)],
      notes: notes ?? [])
  }
}
