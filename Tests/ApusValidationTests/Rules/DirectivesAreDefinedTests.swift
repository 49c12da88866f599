import ApusDiagnostics
import Testing

@testable import ApusValidation

@Suite(.timeLimit(.minutes(5))) struct DirectivesAreDefinedTests {
  private func check(_ document: String) -> [String] {
    diagnostics([.unknownDirective], document, schema: "type Query { a: Query } directive @log on FIELD")
  }

  @Test func defined() {
    #expect(check("query @log { a @log @skip(if: true) ... @include(if: true) { a } }").isEmpty)
  }

  @Test func notDefined() {
    #expect(
      check("query ($v: Int @v) @q { ...F @s } fragment F on Query @f { a }") == [
        "1:16 Unknown directive \"@v\".", "1:20 Unknown directive \"@q\".", "1:30 Unknown directive \"@s\".",
        "1:55 Unknown directive \"@f\".",
      ])
  }
}
