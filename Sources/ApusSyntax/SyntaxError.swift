import ApusDiagnostics

/// What stopped the lexer or the parser: a message in the reference's words and the bytes that it is about.
package struct SyntaxError: Error {
  package var code: DiagnosticCode
  /// Without the words "Syntax Error: ".
  package var message: String
  package var start: Int
  package var end: Int

  init(_ code: DiagnosticCode = .syntaxError, message: String, start: Int, end: Int) {
    self.code = code
    self.message = message
    self.start = start
    self.end = end
  }

  /// The error as a diagnostic of `source`.
  package func diagnostic(in source: SourceFile) -> Diagnostic {
    Diagnostic(
      .error, code, "Syntax Error: \(message)", at: [SourceRange(file: source, start: start, end: end)])
  }
}
