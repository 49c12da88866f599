import ApusSource
import Testing

@testable import ApusValidation

@Suite(.timeLimit(.minutes(15))) struct DeprecatedUseTests {
  private func check(_ document: String) -> [Diagnostic] {
    Validated(
      [document],
      schema: """
        directive @old @deprecated(reason: "Use @new.") on FIELD directive @new on FIELD
        type Query { new: Int old: Int @deprecated(reason: "Use new.") a(x: Int, y: Int @deprecated): Int e(x: E, i: I): Int }
        enum E { NEW OLD @deprecated(reason: "It is old.") }
        input I { new: E old: E @deprecated }
        """,
      codes: [
        .deprecatedField, .deprecatedArgument, .deprecatedInputField, .deprecatedEnumValue,
        .deprecatedDirective,
      ]
    ).diagnostics
  }

  @Test func `nothing deprecated`() {
    #expect(check("{ new @new a(x: 1) e(x: NEW, i: {new: NEW}) }").isEmpty)
  }

  @Test func `each kind`() {
    let found = check("{ old @old a(y: 1) e(x: OLD, i: {old: NEW}) }")
    #expect(
      found.map(\.message) == [
        "The field Query.old is deprecated. Use new.",
        "The directive \"@old\" is deprecated. Use @new.",
        "The argument \"Query.a(y:)\" is deprecated. No longer supported",
        "The enum value \"E.OLD\" is deprecated. It is old.",
        "The input field I.old is deprecated. No longer supported",
      ])
    #expect(
      found.map(\.code.name) == [
        "deprecated-field", "deprecated-directive", "deprecated-argument", "deprecated-enum-value",
        "deprecated-input-field",
      ])
    #expect(
      found.allSatisfy { $0.severity == .warning && $0.notes.first?.range?.file.path == "schema.graphqls" })
  }

  @Test func `an argument of a directive`() {
    let found = Validated(
      ["{ a @mark(x: 1) }"],
      schema: "type Query { a: Int } directive @mark(x: Int @deprecated(reason: \"No.\")) on FIELD",
      codes: [.deprecatedArgument])
    #expect(found.lines == ["1:11 The argument \"@mark(x:)\" is deprecated. No."])
  }
}
