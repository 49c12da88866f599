import Testing

@testable import ApusIR

@Suite struct MergedSelectionsTests {
  private let schema = """
    type Query { album: Album }
    type Album { title: String artist: Artist }
    type Artist { name: String year: Int }
    """
  private let variables = "($x: Boolean!, $y: Boolean!)"

  /// The response keys within `album`, those that may be left out with a question mark.
  private func keys(_ selections: String) throws -> [String] {
    let lowered = Lowered("query Home\(variables) { \(selections) }", schema: schema)
    let data = try #require(lowered.program.operations.first?.data.type)
    let album = try #require(data.properties.first?.object)
    return album.properties.map { $0.swiftName + ($0.field.isConditional ? "?" : "") }
  }

  @Test func whatAllConditionsAskForSaysNothingWithinTheObject() throws {
    #expect(
      try keys("album @include(if: $x) { title } album @include(if: $x) @skip(if: $y) { artist { name } }")
        == ["title", "artist?"])
  }

  @Test func conditionsThatDifferStay() throws {
    #expect(
      try keys("album @include(if: $x) { title } album @include(if: $y) { artist { name } }")
        == ["title?", "artist?"])
  }

  @Test func aSetThatIsThereWheneverTheObjectIsHasNoCondition() throws {
    let lowered = Lowered(
      """
      query Home\(variables) { album @include(if: $x) { ...Card } album @include(if: $y) { ...Card title } }
      fragment Card on Album { artist { name } }
      """, schema: schema)
    let data = try #require(lowered.program.operations.first?.data.type)
    let artist = try #require(data.properties.first?.object?.properties.first)
    #expect(artist.swiftName == "artist" && artist.field.isConditional)
    #expect(try #require(artist.object).properties.map(\.field.isConditional) == [false])
  }

  @Test func aFragmentUnderAConditionAddsNothingToItself() throws {
    let lowered = Lowered(
      """
      query Home\(variables) { album { ...Card @include(if: $y) ...Card } }
      fragment Card on Album { title artist @include(if: $x) { name } }
      """, schema: schema)
    let data = try #require(lowered.program.operations.first?.data.type)
    let card = try #require(lowered.program.fragments.first?.data.type)
    let album = try #require(data.properties.first?.object)
    #expect(album.id == ObjectIdentifier(card))
    #expect(try #require(card.properties.last?.object).properties.map(\.field.isConditional) == [false])
  }
}
