import ApusSource
import Testing

@testable import ApusValidation

@Suite(.timeLimit(.minutes(15))) struct DirectivesAreDefinedTests {
  private func check(_ document: String) -> [String] {
    diagnostics([.unknownDirective], document, schema: "type Query { a: Query } directive @log on FIELD")
  }

  @Test func `a defined directive is accepted`() {
    #expect(check("query @log { a @log @skip(if: true) ... @include(if: true) { a } }").isEmpty)
  }

  @Test func `not defined`() {
    #expect(
      check("query ($v: Int @v) @q { ...F @s } fragment F on Query @f { a }") == [
        "1:16 Unknown directive \"@v\".", "1:20 Unknown directive \"@q\".", "1:30 Unknown directive \"@s\".",
        "1:55 Unknown directive \"@f\".",
      ])
  }

  @Test(
    arguments: [
      ("live", "It requests a live query from some servers. Use a subscription."),
      (
        "export",
        "Apollo's clients use it for local state, which is never sent. Remove the field from the document."
      ),
      ("nullable", "To change nullability, use \"@required\" here, or \"@semanticNonNull\" in the schema."),
      ("lives", nil),
    ] as [(String, String?)])
  func `a directive of another tool has advice`(_ name: String, _ advice: String?) {
    let found = Validated(
      ["query @\(name) { a }"], schema: "type Query { a: Int }", codes: [.unknownDirective])
    #expect(found.lines == ["1:7 Unknown directive \"@\(name)\"."])
    #expect(found.diagnostics.flatMap(\.notes).map(\.message) == (advice.map { [$0] } ?? []))
  }
}
