import Testing

@testable import ApusSwiftModel

/// Enum values and fields of `@oneOf` input objects that `GraphQLNullable` hides.
@Suite(.timeLimit(.minutes(15))) struct NullableInputsTests {
  private let schema = """
    type Query { a(e: E, o: O): E }
    enum E { UNSET PUBLIC NULL }
    input O @oneOf { value: Int id: ID }
    """

  @Test func `each has one warning where its type is nullable`() {
    let lowered = Lowered("query Q($e: E, $o: O) { a(e: $e, o: $o) }", schema: schema)
    #expect(
      lowered.diagnostics.map(\.message) == [
        "Where this is nullable, \".unset\" sends nothing, because GraphQLNullable has a member called \"unset\". Write \".value(.unset)\" there.",
        "Where this is nullable, \".null\" sends null, because GraphQLNullable has a member called \"null\". Write \".value(.null)\" there.",
        "Where this is nullable, \".value\" is not this value, because GraphQLNullable has a member called \"value\". Write \".value(.value(…))\" there.",
      ])
  }

  @Test(arguments: ["query Q($e: E!, $o: O!) { a(e: $e, o: $o) }", "{ a }"])
  func `there is none where it is not`(_ document: String) {
    #expect(Lowered(document, schema: schema).diagnostics.isEmpty)
  }
}
