import ApusSource
import Testing

@testable import ApusValidation

@Suite(.timeLimit(.minutes(15))) struct DirectivesAreInValidLocationsTests {
  private func check(_ document: String) -> [String] {
    diagnostics(
      [.misplacedDirective], document,
      schema: """
        type Query { a: Query } type Mutation { a: Query }
        directive @operation on QUERY | MUTATION
        directive @variable on VARIABLE_DEFINITION
        directive @fragment on FRAGMENT_DEFINITION | FRAGMENT_SPREAD | INLINE_FRAGMENT
        """)
  }

  @Test func `a directive in a listed location is accepted`() {
    #expect(
      check(
        """
        query ($v: Int @variable) @operation { ...F @fragment ... @fragment { a @skip(if: true) } }
        mutation @operation { a }
        fragment F on Query @fragment { a }
        """
      ).isEmpty)
  }

  @Test func `not listed`() {
    #expect(
      check("query ($v: Int @skip(if: true)) @fragment { a @variable ...F @operation }") == [
        "1:16 Directive \"@skip\" may not be used on VARIABLE_DEFINITION.",
        "1:33 Directive \"@fragment\" may not be used on QUERY.",
        "1:47 Directive \"@variable\" may not be used on FIELD.",
        "1:62 Directive \"@operation\" may not be used on FRAGMENT_SPREAD.",
      ])
  }

  /// A file of operations may have definitions as well; that is another rule's business.
  @Test func `on definitions of directives`() {
    #expect(
      check("directive @a @deprecated on FIELD extend directive @b @variable { a }") == [
        "1:55 Directive \"@variable\" may not be used on DIRECTIVE_DEFINITION."
      ])
  }

  @Test(arguments: [
    ("scalar S @skip(if: true)", "SCALAR"), ("type T @skip(if: true) { a: Int }", "OBJECT"),
    ("interface I @skip(if: true) { a: Int }", "INTERFACE"), ("union U @skip(if: true) = Query", "UNION"),
    ("enum E @skip(if: true) { A }", "ENUM"), ("enum E { A @skip(if: true) }", "ENUM_VALUE"),
    ("input I @skip(if: true) { a: Int }", "INPUT_OBJECT"),
    ("input I { a: Int @skip(if: true) }", "INPUT_FIELD_DEFINITION"),
    ("type T { a: Int @skip(if: true) }", "FIELD_DEFINITION"),
    ("type T { a(b: Int @skip(if: true)): Int }", "ARGUMENT_DEFINITION"),
    ("schema @skip(if: true) { query: Query }", "SCHEMA"),
  ])
  func `on a definition in a document`(_ definition: String, _ location: String) {
    let column = definition.utf8.count - definition.split(separator: "@")[1].utf8.count
    #expect(check(definition) == ["1:\(column) Directive \"@skip\" may not be used on \(location)."])
  }
}
