import ApusSource
import Testing

@testable import ApusValidation

@Suite(.timeLimit(.minutes(15))) struct RequiredArgumentsTests {
  private func check(_ document: String) -> [String] {
    diagnostics(
      [.missingArgument], document,
      schema: """
        type Query { pet(id: ID!, size: Int! = 1, tag: String): Int }
        directive @log(level: [Int!]!) on FIELD
        """)
  }

  @Test func `a given required argument is accepted`() {
    #expect(check("{ pet(id: 1) @log(level: 1) }").isEmpty)
    // Null is a matter of values, and what is unknown of names.
    #expect(check("{ pet(id: null) nothing @unknown }").isEmpty)
  }

  @Test func `a missing required argument is reported`() {
    #expect(
      check("{ pet(tag: \"t\") @log }") == [
        "1:3 Argument \"Query.pet(id:)\" of type \"ID!\" is required, but it was not provided.",
        "1:17 Argument \"@log(level:)\" of type \"[Int!]!\" is required, but it was not provided.",
      ])
  }

  @Test func `of meta-fields`() {
    #expect(
      check("{ __type { name } }") == [
        "1:3 Argument \"<meta>.__type(name:)\" of type \"String!\" is required, but it was not provided."
      ])
  }
}
