import ApusSource
import Testing

@testable import ApusValidation

@Suite(.timeLimit(.minutes(15))) struct IdenticalOperationsTests {
  private func check(_ first: String, _ second: String) -> [String] {
    diagnostics(
      [.identicalOperations], first, second, schema: "type Query { a(x: Int): Query b: Int c: Int }")
  }

  @Test func `same but for the name`() {
    #expect(
      check("query A($x: Int) { a(x: $x) { b } }", "query B($x: Int) {\n  a(x: $x) { b } # c\n}") == [
        "2/1:1 1:1 This operation is the same as \"A\". Remove one of them."
      ])
  }

  @Test(arguments: [
    "query B { a { b } }", "query B($x: Int!) { a(x: $x) { b } }", "query B($x: Int) { a(x: $x) { c } }",
    "query B($x: Int) { a(x: $x) { c: b } }", "query B($x: Int) { a(x: $x) b }",
    "mutation B($x: Int) { a(x: $x) { b } }", "query A($x: Int) { a(x: $x) { b } }",
  ])
  func `a different operation is not identical`(second: String) {
    #expect(check("query A($x: Int) { a(x: $x) { b } }", second).isEmpty)
  }

  @Test func `without names`() {
    #expect(
      check("{ b }", "{ b }") == [
        "2/1:1 1:1 This operation is the same as one without a name. Remove one of them."
      ])
  }

  /// Each row: two operations that only differ in one thing; a third one is the same as the second.
  @Test(arguments: [
    ("($x: Int) { a(x: 1) { b } }", "($x: Int) { a(x: 2) { b } }"), ("{ c: b }", "{ d: b }"),
    ("($x: Int) { a(x: $x) { b } }", "($x: Int!) { a(x: $x) { b } }"),
    ("{ a(x: \"\") { b } }", "{ a(x: \"\"\"\"\"\") { b } }"), ("{ a(x: x) { b } }", "{ a(x: $x) { b } }"),
    ("($x: Int) { b }", "($y: Int) { b }"), ("{ a(x: true) { b } }", "{ a(x: false) { b } }"),
    ("{ a(x: []) { b } }", "{ a(x: {}) { b } }"),
  ])
  func `an operation is compared with all before it`(_ one: String, _ other: String) {
    let found = diagnostics(
      [.identicalOperations], "query A \(one)", "query B \(other)", "query C \(other)", "query D \(one)",
      schema: "type Query { a(x: Int): Query b: Int c: Int }")
    #expect(
      found == [
        "3/1:1 2/1:1 This operation is the same as \"B\". Remove one of them.",
        "4/1:1 1:1 This operation is the same as \"A\". Remove one of them.",
      ])
  }

  @Test func `literals count`() {
    #expect(check("query A { a(x: 1) { b } }", "query B { a(x: 2) { b } }").isEmpty)
    #expect(check("query A { a(x: 1) { b } }", "query B { a(x: 1) { b } }").count == 1)
  }
}
