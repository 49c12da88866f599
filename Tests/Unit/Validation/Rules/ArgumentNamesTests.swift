import ApusSource
import Testing

@testable import ApusValidation

@Suite(.timeLimit(.minutes(15))) struct ArgumentNamesTests {
  private func check(_ document: String) -> [String] {
    diagnostics(
      [.unknownArgument], document,
      schema: "type Query { pets(first: Int, after: ID): Int } directive @log(level: Int) on FIELD")
  }

  @Test func `a known argument is accepted`() {
    #expect(check("{ pets(after: 1, first: 2) @log(level: 3) @skip(if: true) }").isEmpty)
  }

  @Test func `unknown on fields`() {
    #expect(
      check("{ pets(frist: 1, x: 2) }") == [
        "1:8 Unknown argument \"frist\" on field \"Query.pets\". Did you mean \"first\"?",
        "1:18 Unknown argument \"x\" on field \"Query.pets\".",
      ])
  }

  @Test func `unknown on directives`() {
    #expect(
      check("{ pets @log(levle: 1) }") == [
        "1:13 Unknown argument \"levle\" on directive \"@log\". Did you mean \"level\"?"
      ])
  }

  @Test func `a note names the definition of the field or directive`() {
    let schema = "directive @log(level: Int) on FIELD type Query { a: Int pets(first: Int): Int }"
    let found = Validated(["{ pets(x: 1) @log(y: 2) @skip(if: true, z: 3) }"], schema: schema).diagnostics
    #expect(
      found.map { $0.notes.map { "\($0.range?.position.column ?? 0) \($0.message)" } } == [
        ["57 \"pets\" is defined here."], ["12 \"@log\" is defined here."], [],
      ])
  }

  @Test func `of what is unknown itself nothing is said`() {
    #expect(check("{ nothing(x: 1) @unknown(y: 2) }").isEmpty)
  }
}
