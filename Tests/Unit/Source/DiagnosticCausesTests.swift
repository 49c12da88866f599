import ApusSource
import Testing

@Suite(.timeLimit(.minutes(15))) struct DiagnosticCausesTests {
  private let ofOneCause = DiagnosticCode(
    "unused-thing", title: "A thing", explanation: "So.", example: "x", fix: "Do.", isWarning: true,
    isOneCause: true)

  private func warning(_ message: String, _ code: DiagnosticCode = testCode) -> Diagnostic {
    Diagnostic(.warning, code, message)
  }

  private func messages(_ diagnostics: [Diagnostic]) -> [String] {
    Diagnostic.byCause(diagnostics).map(\.message)
  }

  @Test func `equal warnings are one, at the first place, with their number`() {
    #expect(
      messages([warning("a is deprecated."), warning("b is deprecated."), warning("a is deprecated.")])
        == ["a is deprecated. (2 places; this is the first.)", "b is deprecated."])
  }

  @Test func `warnings of one cause are one, which shows some of the others`() {
    let all = Diagnostic.byCause(["a", "b", "c", "d", "e"].map { warning("\($0) is unused.", ofOneCause) })
    #expect(all.map(\.message) == ["a is unused. There are 4 more:"])
    #expect(all.first?.notes.map(\.message) == ["b is unused.", "c is unused.", "d is unused."])
    #expect(
      messages([warning("a is unused.", ofOneCause), warning("b is unused.", ofOneCause)])
        == ["a is unused. There is 1 more:"])
  }

  @Test func `a warning of one cause is shown at the first of its places`() {
    let file = SourceFile(path: "a", text: "abcdef")
    let all = (0..<3).map { start in
      let places = [start, 5].map { SourceRange(file: file, start: $0, end: $0 + 1) }
      return Diagnostic(.warning, ofOneCause, "\(start) is unused.", at: places)
    }
    let found = Diagnostic.byCause(all)
    #expect(found.flatMap(\.ranges).map(\.start) == [0, 5])
    #expect(found.flatMap(\.notes).map { $0.range?.start } == [1, 2])
  }

  @Test func `errors and single warnings stay as they are`() {
    let error = Diagnostic(.error, ofOneCause, "bad")
    #expect(messages([error, error, warning("bad", ofOneCause)]) == ["bad", "bad", "bad"])
  }
}
