import ApusSource
import Testing

@testable import ApusValidation

@Suite(.timeLimit(.minutes(15))) struct LeafFieldSelectionsTests {
  private func check(_ document: String) -> [String] {
    diagnostics(
      [.selectionOnLeaf, .missingSelection], document,
      schema:
        "type Query { name: String! tags: [Tag!] pets: [Pet]! any: Any } enum Tag { A } type Pet { id: ID } union Any = Pet"
    )
  }

  @Test func `well formed`() {
    #expect(check("{ name tags pets { id } any { __typename } unknown }").isEmpty)
  }

  @Test func `selections on leaves`() {
    #expect(
      check("{ name { length } tags @skip(if: true) { a } }") == [
        "1:8 Field \"name\" must not have a selection since type \"String!\" has no subfields.",
        "1:40 Field \"tags\" must not have a selection since type \"[Tag!]\" has no subfields.",
      ])
  }

  @Test func `objects without selections`() {
    #expect(
      check("{ pets any @skip(if: true) }") == [
        "1:3 Field \"pets\" of type \"[Pet]!\" must have a selection of subfields. Did you mean \"pets { ... }\"?",
        "1:8 Field \"any\" of type \"Any\" must have a selection of subfields. Did you mean \"any { ... }\"?",
      ])
  }
}
