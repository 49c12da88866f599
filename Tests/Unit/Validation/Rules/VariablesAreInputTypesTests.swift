import ApusSource
import Testing

@testable import ApusValidation

@Suite(.timeLimit(.minutes(15))) struct VariablesAreInputTypesTests {
  private func check(_ document: String) -> [String] {
    diagnostics(
      [.variableOfOutputType], document,
      schema:
        "type Query { a(x: ID): Query } interface Node { id: ID } union U = Query enum E { A } input I { a: Int }"
    )
  }

  @Test func `an input type is accepted`() {
    #expect(check("query ($a: ID, $b: [E!]!, $c: I, $d: Unknown) { a }").isEmpty)
  }

  @Test func `an output type is reported`() {
    #expect(
      check("query ($a: Query, $b: [Node!]!, $c: U!) { a }") == [
        "1:12 Variable \"$a\" cannot be non-input type \"Query\".",
        "1:23 Variable \"$b\" cannot be non-input type \"[Node!]!\".",
        "1:37 Variable \"$c\" cannot be non-input type \"U!\".",
      ])
  }
}
