import ApusSource
import Testing

@Suite(.timeLimit(.minutes(15))) struct DiagnosticOrderTests {
  @Test func `by path, then place`() {
    let a = SourceFile(path: "a.graphql", text: "{ a b }")
    let b = SourceFile(path: "b.graphql", text: "{ a b }")
    func at(_ file: SourceFile, _ start: Int, _ severity: Diagnostic.Severity = .error) -> Diagnostic {
      Diagnostic(
        severity, testCode, "\(file.path) \(start) \(severity)",
        at: [SourceRange(file: file, start: start, end: start + 1)])
    }
    let ordered = [
      Diagnostic(testCode, "no place"), Diagnostic(testCode, "no range", path: "a.graphql"), at(a, 2),
      at(a, 2, .warning), at(a, 4), at(b, 0),
    ]
    #expect(ordered.reversed().sortedByPlace().map(\.message) == ordered.map(\.message))
  }
}
