import ApusSource
import Testing

@testable import ApusValidation

@Suite(.timeLimit(.minutes(15))) struct EmptySelectionsTests {
  private func places(_ document: String) -> [String] {
    Validated(
      [document], schema: "type Query { a: Query b: Int }",
      codes: [.emptySelection, .selectionOnLeaf, .missingSelection]
    )
    .diagnostics.map { "\($0.severity) \($0.ranges[0].start) \($0.code.name)" }
  }

  @Test func `something is selected`() {
    #expect(places("{ a { b } ... { __typename } }") == [])
  }

  @Test func `nothing is selected`() {
    #expect(places("{ }") == ["warning 0 empty-selection"])
    #expect(
      places("{ a { } ... { # nothing\n} } fragment F on Query {}")
        == ["warning 4 empty-selection", "warning 12 empty-selection", "warning 48 empty-selection"])
  }

  @Test func `a leaf takes no selection set, not even an empty one`() {
    #expect(places("{ b { } }").contains("error 4 selection-on-leaf"))
  }
}
