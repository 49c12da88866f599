import ApusSource
import Testing

@testable import ApusValidation

@Suite(.timeLimit(.minutes(15))) struct FragmentSpreadTargetDefinedTests {
  private let schema = "type Query { a: Query }"

  @Test func `a defined fragment may be spread`() {
    #expect(
      diagnostics(
        [.unknownFragment], "{ ...F a { ...F } }", "fragment F on Query { a }", schema: schema
      )
      .isEmpty)
  }

  @Test func `not defined`() {
    #expect(
      diagnostics(
        [.unknownFragment], "{ ...F a { ... @skip(if: true) { ... G } } }", schema: schema)
        == [
          "1:6 Unknown fragment \"F\".", "1:38 Unknown fragment \"G\".",
        ])
  }
}
