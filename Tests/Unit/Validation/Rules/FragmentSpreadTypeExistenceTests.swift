import ApusSource
import Testing

@testable import ApusValidation

@Suite(.timeLimit(.minutes(15))) struct FragmentSpreadTypeExistenceTests {
  private func check(_ document: String) -> [String] {
    diagnostics(
      [.unknownType], document, schema: "type Query { pet(id: ID): Pet } type Pet { name: String }")
  }

  @Test func `a known type is accepted`() {
    #expect(
      check("query ($id: [ID!], $if: Boolean) { ... on Query { pet { ...F } } } fragment F on Pet { name }")
        .isEmpty)
  }

  @Test func `an unknown type is reported`() {
    #expect(
      check("query ($id: [Idd!]) { pet { ... on Peet { name } } } fragment F on Nowhere { name }") == [
        "1:14 Unknown type \"Idd\". Did you mean \"ID\"?",
        "1:36 Unknown type \"Peet\". Did you mean \"Pet\"?",
        "1:68 Unknown type \"Nowhere\".",
      ])
  }

  @Test func `built-in scalars that the schema does not use`() {
    #expect(check("query ($x: Float) { pet { name } }") == ["1:12 Unknown type \"Float\"."])
  }

  @Test func `types that documents define`() {
    #expect(
      check("query ($x: Extra, $y: Extr) { pet { name } } input Extra { a: Int }") == [
        "1:23 Unknown type \"Extr\". Did you mean \"Extra\"?"
      ])
  }
}
