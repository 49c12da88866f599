import ApusSource
import Testing

@testable import ApusValidation

@Suite(.timeLimit(.minutes(15))) struct DirectivesAreUniquePerLocationTests {
  private func check(_ document: String) -> [String] {
    diagnostics(
      [.duplicateDirective], document,
      schema: "type Query { a: Query } directive @one on FIELD directive @many repeatable on FIELD")
  }

  @Test func `once or repeatable`() {
    #expect(
      check(
        "{ a @one @many @many { a @one } ... @skip(if: true) @include(if: true) { a @unknown @unknown } }"
      ).isEmpty)
  }

  @Test func `a directive that is there twice is reported`() {
    #expect(
      check("{ a @one @many @one @one }") == [
        "1:16 1:5 The directive \"@one\" can only be used once at this location.",
        "1:21 1:5 The directive \"@one\" can only be used once at this location.",
      ])
  }
}
