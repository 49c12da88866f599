import Testing

@testable import ApusIR

@Suite(.timeLimit(.minutes(5))) struct ScalarSuggestionTests {
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
  func aNameThatManySchemasUseSuggestsTheCodecThatShips(scalar: String, members: String) {
    #expect(
      warnings(scalar) == [
        "The scalar \"\(scalar)\" is any JSON (GraphQLValue) in Swift. Say what it is in apus.json, under \"scalars\", "
          + "perhaps \"\(scalar)\": { \(members) }."
      ])
  }

  @Test(arguments: ["JSON", "Json", "jsonb", "JSON_OBJECT"]) func aScalarCalledJSONIsWhatItShouldBe(
    scalar: String
  ) {
    #expect(warnings(scalar).isEmpty)
  }

  @Test func anyOtherNameSuggestsNothing() {
    #expect(
      warnings("Money") == [
        "The scalar \"Money\" is any JSON (GraphQLValue) in Swift. Say what it is in apus.json, under \"scalars\"."
      ])
  }
}
