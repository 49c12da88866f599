import ApusSource

/// A source text with a place marked by `1️⃣` and `2️⃣`: the markers are taken out.
struct MarkedSource {
  let file: SourceFile
  let range: SourceRange

  init(_ marked: String, path: String = "a.graphql") {
    let parts = marked.split(separator: "1️⃣", maxSplits: 1, omittingEmptySubsequences: false)
    let rest = parts.count > 1 ? parts[1] : ""
    let covered = rest.split(separator: "2️⃣", maxSplits: 1, omittingEmptySubsequences: false)
    let start = parts[0].utf8.count
    let hasEnd = covered.count > 1
    file = SourceFile(path: path, text: parts[0] + covered.joined())
    range = SourceRange(file: file, start: start, end: hasEnd ? start + covered[0].utf8.count : start + 1)
  }
}

/// A code for tests.
let testCode = DiagnosticCode(
  "test-code", title: "A diagnostic of a test", explanation: "It is made up.", example: "{ a }\n\n{ b }",
  fix: "Nothing.")

extension Diagnostic {
  /// An error with one place, or none.
  init(_ code: DiagnosticCode, _ message: String, at range: SourceRange? = nil, path: String? = nil) {
    self.init(.error, code, message, at: range.map { [$0] } ?? [], path: path)
  }
}
