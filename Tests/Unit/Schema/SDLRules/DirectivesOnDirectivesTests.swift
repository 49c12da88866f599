import ReferencePrinter
import Testing

@testable import ApusSchema

/// Directives on definitions and extensions of directives, of the draft of 2026.
@Suite(.timeLimit(.minutes(15))) struct DirectivesOnDirectivesTests {
  @Test func `directives of a directive and of its extension`() {
    #expect(
      sdlProblems(
        """
        extend directive @dim @mark @mark
        directive @mark repeatable on DIRECTIVE_DEFINITION
        directive @dim @deprecated(reason: "Use lit.") on FIELD
        """) == [])
  }

  @Test func `a directive for other places`() {
    #expect(
      sdlProblems(
        """
        directive @mark on OBJECT
        directive @dim @mark on FIELD
        extend directive @dim @mark
        """
      ).map { $0.split(separator: "\"")[0] } == [
        "2:16 Directive ", "3:23 Directive ", "2:16 3:23 The directive ",
      ])
    #expect(sdlProblems("directive @dim @mark on FIELD") == ["1:16 Unknown directive \"@mark\"."])
  }

  @Test func `a definition and its extensions are one place`() {
    #expect(
      sdlProblems(
        """
        extend directive @dim @deprecated
        directive @dim @deprecated on FIELD
        extend directive @dim @deprecated
        """) == [
          "1:23 2:16 The directive \"@deprecated\" can only be used once at this location.",
          "1:23 3:23 The directive \"@deprecated\" can only be used once at this location.",
        ])
    #expect(
      sdlProblems("directive @dim @deprecated @deprecated on FIELD") == [
        "1:16 1:28 The directive \"@deprecated\" can only be used once at this location."
      ])
  }

  @Test func `an extension of nothing`() {
    #expect(
      sdlProblems("extend directive @dim @deprecated") == [
        "1:19 Cannot extend directive \"@dim\" because it is not defined."
      ])
  }

  @Test func `a directive on itself`() {
    #expect(
      typeProblems(
        besideQuery: """
          directive @mark @mark on DIRECTIVE_DEFINITION
          directive @a @b on DIRECTIVE_DEFINITION
          directive @b @a on DIRECTIVE_DEFINITION
          directive @c @b on FIELD
          """
      ).map { $0.split(separator: " cannot")[0] } == [
        "1:12 1:17 Directive \"@mark\"", "2:12 3:14 Directive \"@a\"", "3:12 2:14 Directive \"@b\"",
      ])
  }

  @Test func `deprecation by the definition and by an extension`() {
    let schema = buildSchema(
      """
      type Query { a: Int }
      directive @old @deprecated(reason: "Use new.") repeatable on FIELD
      extend directive @older @deprecated
      directive @older on FIELD
      directive @new on FIELD
      """)
    #expect(
      SchemaPrinter.print(schema) == """
        directive @old @deprecated(reason: "Use new.") repeatable on FIELD

        directive @older @deprecated on FIELD

        directive @new on FIELD

        type Query {
          a: Int
        }
        """)
  }
}
