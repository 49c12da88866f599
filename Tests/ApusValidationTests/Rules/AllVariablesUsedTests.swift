import ApusDiagnostics
import Testing

@testable import ApusValidation

@Suite(.timeLimit(.minutes(5))) struct AllVariablesUsedTests {
  private func check(_ document: String) -> [String] {
    diagnostics([.unusedVariable], document, schema: "type Query { a(x: Int): Query }")
  }

  @Test func used() {
    #expect(
      check("query ($x: Int, $y: Boolean) { a(x: $x) ...F } fragment F on Query { a @skip(if: $y) }").isEmpty)
  }

  @Test func unused() {
    #expect(check("query ($x: Int) { a }") == ["1:8 Variable \"$x\" is never used."])
    #expect(
      check("query A($x: Int, $y: Int) { a(x: $x) } query B($x: Int) { a } fragment F on Query { a(x: $y) }")
        == [
          "1:18 Variable \"$y\" is never used in operation \"A\".",
          "1:48 Variable \"$x\" is never used in operation \"B\".",
        ])
  }
}
