import ApusSource
import Testing

@testable import ApusValidation

@Suite(.timeLimit(.minutes(15))) struct FragmentSpreadIsPossibleTests {
  private func check(_ document: String) -> [String] {
    diagnostics(
      [.impossibleFragment], document,
      schema: """
        type Query { dog: Dog pet: Pet any: Any }
        interface Pet { id: ID } interface Wild { id: ID }
        type Dog implements Pet { id: ID } type Cat implements Pet { id: ID } type Wolf implements Wild { id: ID }
        type Rock { id: ID } union Any = Dog | Rock
        """)
  }

  @Test func `a spread that can apply is accepted`() {
    #expect(
      check(
        """
        { dog { ...P ... on Any { ... on Dog { id } } } pet { ... on Dog { id } ... on Any { ... on Pet { id } } }
          any { ... on Pet { id } ... { __typename } } }
        fragment P on Pet { ... on Cat { id } }
        """
      ).isEmpty)
  }

  @Test func `a spread that can never apply is reported`() {
    #expect(
      check("{ dog { ... on Cat { id } ...W } pet { ...W ... on Rock { id } } } fragment W on Wild { id }")
        == [
          "1:9 Fragment cannot be spread here as objects of type \"Dog\" can never be of type \"Cat\".",
          "1:27 Fragment \"W\" cannot be spread here as objects of type \"Dog\" can never be of type \"Wild\".",
          "1:40 Fragment \"W\" cannot be spread here as objects of type \"Pet\" can never be of type \"Wild\".",
          "1:45 Fragment cannot be spread here as objects of type \"Pet\" can never be of type \"Rock\".",
        ])
  }

  @Test func `of unknown types nothing is said`() {
    #expect(check("{ dog { ... on Nothing { ... on Cat { id } } ...U } } fragment U on Int { id }").isEmpty)
  }
}
