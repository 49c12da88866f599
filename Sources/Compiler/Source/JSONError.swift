/// An error in JSON text, with the range of bytes at fault.
package struct JSONError: Error {
  /// A sentence, for example `Expected a value, found }.`
  package let message: String
  package let start: Int
  package let end: Int

  package init(message: String, start: Int, end: Int) {
    self.message = message
    self.start = start
    self.end = end
  }

  /// Converts the error to a diagnostic in `source`.
  package func diagnostic(in source: SourceFile) -> Diagnostic {
    Diagnostic(.error, .invalidJSON, message, at: [SourceRange(file: source, start: start, end: end)])
  }
}

extension DiagnosticCode {
  package static let invalidJSON = DiagnosticCode(
    "invalid-json",
    title: "Text that is not valid JSON",
    explanation: """
      A schema whose name ends in `.json` and a configuration are read as JSON, strictly: no comments, no comma after
      the last member, keys in double quotes, UTF-8.
      """,
    example: "{ \"accessLevel\": \"public\", }",
    fix: "Correct the text at the place shown: `{ \"accessLevel\": \"public\" }`.")
}
