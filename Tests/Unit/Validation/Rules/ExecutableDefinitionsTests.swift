import ApusSource
import Testing

@testable import ApusValidation

@Suite(.timeLimit(.minutes(15))) struct ExecutableDefinitionsTests {
  private func check(_ document: String) -> [String] {
    diagnostics([.notExecutable], document, schema: "type Query { a: Int }")
  }

  @Test func `operations and fragments`() {
    #expect(check("query Q { a } fragment F on Query { a }").isEmpty)
  }

  @Test func `types and extensions`() {
    #expect(
      check("{ a }\ntype T { a: Int }\nextend type Query { b: Int }") == [
        "2:1 The \"T\" definition is not executable.",
        "3:1 The \"Query\" definition is not executable.",
      ])
  }

  @Test func `schema and directives`() {
    #expect(
      check("schema { query: Query } directive @d on FIELD extend schema @d") == [
        "1:1 The schema definition is not executable.",
        "1:25 The \"d\" definition is not executable.",
        "1:47 The schema definition is not executable.",
      ])
  }
}
