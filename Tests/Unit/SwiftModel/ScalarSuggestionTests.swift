import Testing

@testable import ApusSwiftModel

@Suite(.timeLimit(.minutes(15))) struct ScalarSuggestionTests {
  private func warnings(_ scalar: String) -> [String] {
    Lowered("{ value }", schema: "type Query { value: \(scalar) } scalar \(scalar)").diagnostics
      .filter { $0.code == .unmappedScalar }.map(\.message)
  }

  @Test(arguments: [
    ("DateTime", #""type": "Date", "codec": "GraphQLDateTimeCodec", "imports": ["Foundation"]"#),
    ("ISO8601DateTime", #""type": "Date", "codec": "GraphQLDateTimeCodec", "imports": ["Foundation"]"#),
    ("UUID", #""type": "UUID", "codec": "GraphQLUUIDCodec", "imports": ["Foundation"]"#),
    ("big_int", #""type": "Int64", "codec": "GraphQLInt64StringCodec""#),
  ])
  func `a name that many schemas use suggests the codec that ships`(scalar: String, members: String) {
    #expect(
      warnings(scalar) == [
        "The scalar \"\(scalar)\" has no Swift type, so it is any JSON (GraphQLValue). Set its type under \"scalars\" in apus.json, "
          + "for example \"\(scalar)\": {\(members)}."
      ])
  }

  @Test(arguments: ["JSON", "Json", "jsonb", "JSON_OBJECT"]) func `a scalar called JSON is what it should be`(
    scalar: String
  ) {
    #expect(warnings(scalar).isEmpty)
  }

  @Test func `any other name suggests nothing`() {
    #expect(
      warnings("Money") == [
        "The scalar \"Money\" has no Swift type, so it is any JSON (GraphQLValue). Set its type under \"scalars\" in apus.json."
      ])
  }
}
