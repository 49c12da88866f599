import ApusDiagnostics

/// What stopped the lexer or the parser: a message in the reference's words and the bytes that it is about.
package struct SyntaxError: Error {
  package var code: DiagnosticCode
  /// Without the words "Syntax Error: ".
  package var message: String
  package var start: Int
  package var end: Int
  /// What the text in error belongs to, when that may be far away.
  package var note: Note?

  /// A remark with a place in the same file.
  package struct Note {
    package var message: String
    package var start: Int
    package var end: Int
  }

  init(_ code: DiagnosticCode = .syntaxError, message: String, start: Int, end: Int) {
    self.code = code
    self.message = message
    self.start = start
    self.end = end
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
