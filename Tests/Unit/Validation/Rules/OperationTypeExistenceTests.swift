import ApusSource
import Testing

@testable import ApusValidation

@Suite(.timeLimit(.minutes(15))) struct OperationTypeExistenceTests {
  private func check(_ document: String, schema: String = "type Query { a: Int }") -> [String] {
    diagnostics([.unsupportedOperation], document, schema: schema)
  }

  @Test func `kinds that the schema has`() {
    #expect(check("{ a } query Q { a }").isEmpty)
    #expect(check("mutation { a }", schema: "schema { mutation: M } type M { a: Int }").isEmpty)
  }

  @Test func `kinds that it has not`() {
    #expect(
      check("mutation { a } subscription S { a }") == [
        "1:1 The mutation operation is not supported by the schema.",
        "1:16 The subscription operation is not supported by the schema.",
      ])
  }

  @Test func `a subgraph may have no root type`() {
    let schema = "extend type Album @key(fields: \"id\") { id: ID! title: String }"
    #expect(check("fragment F on Album { id title }", schema: schema).isEmpty)
    #expect(
      check("query A { a } mutation B { b }", schema: schema) == [
        "1:1 The query operation is not supported by the schema. It is a subgraph's schema, and another subgraph may "
          + "define the root type. Compile against the gateway's API schema.",
        "1:15 The mutation operation is not supported by the schema. It is a subgraph's schema, and another subgraph may "
          + "define the root type. Compile against the gateway's API schema.",
      ])
  }

  @Test func `a type of that name is no root where the schema names others`() {
    #expect(
      check(
        "mutation { a }", schema: "schema { query: Query } type Query { a: Int } type Mutation { a: Int }"
      )
      .count == 1)
  }
}
