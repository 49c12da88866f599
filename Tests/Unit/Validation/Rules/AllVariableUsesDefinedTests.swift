import ApusSource
import Testing

@testable import ApusValidation

@Suite(.timeLimit(.minutes(15))) struct AllVariableUsesDefinedTests {
  private func check(_ documents: String) -> [String] {
    diagnostics(
      [.undefinedVariable], documents, schema: "type Query { a(x: Int, y: [I]): Query } input I { z: Int }"
    )
  }

  @Test func `a variable that its operation defines may be used`() {
    #expect(
      check(
        "query ($x: Int) { a(x: $x) { ...F } } fragment F on Query { a(y: [{z: $x}]) @skip(if: $x) ...F }"
      )
      .isEmpty)
  }

  @Test func `not defined`() {
    #expect(check("{ a(x: $x) }") == ["1:8 1:1 Variable \"$x\" is not defined."])
    #expect(
      check("query Q { a(y: {z: $x}) }") == ["1:20 1:1 Variable \"$x\" is not defined by operation \"Q\"."])
  }

  @Test func `every operation that reaches the use`() {
    #expect(
      check(
        """
        query A($x: Int) { ...F }
        query B { ...F }
        query C { a { ...G } }
        fragment F on Query { a { ...G } }
        fragment G on Query { a(x: $x) }
        """) == [
          "5:28 2:1 Variable \"$x\" is not defined by operation \"B\".",
          "5:28 3:1 Variable \"$x\" is not defined by operation \"C\".",
        ])
  }

  @Test func `a fragment that nothing reaches may use any`() {
    #expect(check("{ a } fragment F on Query { a(x: $x) }").isEmpty)
  }
}
