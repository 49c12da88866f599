import ApusSource
import Testing

@testable import ApusValidation

@Suite(.timeLimit(.minutes(15))) struct FragmentsOnCompositeTypesTests {
  private func check(_ document: String) -> [String] {
    diagnostics(
      [.fragmentOnLeaf], document,
      schema:
        "type Query { a: Int n: Node u: U } interface Node { id: ID } union U = Query enum E { A } input I { a: Int }"
    )
  }

  @Test func `a fragment on a composite type is accepted`() {
    #expect(
      check(
        "{ ... { a } ... on Query { a } n { ... on Node { id } } u { ... on U { ...F } } } fragment F on Query { a }"
      )
      .isEmpty)
  }

  @Test func `a fragment on another type is reported`() {
    #expect(
      check("{ ... on Int { a } ... on E { a } } fragment F on I { a }") == [
        "1:10 Fragment cannot condition on non composite type \"Int\".",
        "1:27 Fragment cannot condition on non composite type \"E\".",
        "1:51 Fragment \"F\" cannot condition on non composite type \"I\".",
      ])
  }

  @Test func `unknown types are a matter of names`() {
    #expect(check("{ ... on Nothing { a { ... { b } } } }").isEmpty)
  }
}
