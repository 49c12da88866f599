import Testing

@testable import ApusIR

@Suite struct SpreadReadingTests {
  private let schema = """
    type Query { album: Album }
    type Album { title: String artist: Artist }
    type Artist { name: String! year: Int! }
    """
  private let card = "fragment Card on Album { title artist @include(if: $y) { name } }"

  /// The names of the fragments that `album` has properties for.
  private func fragments(
    _ selections: String, _ fragments: String, _ options: GenerationOptions = GenerationOptions()
  ) throws -> [String] {
    let lowered = Lowered(
      "query Home($x: Boolean!, $y: Boolean!) { album { \(selections) } } \(card) \(fragments)",
      schema: schema,
      options: options)
    let data = try #require(lowered.program.operations.first?.data.type)
    return try #require(data.properties.first?.object).conditionalFragments.map(\.name)
  }

  @Test func aFragmentIsReadApartFromOtherFields() throws {
    #expect(try fragments("title ...Card @include(if: $x)", "") == ["Card"])
  }

  @Test func whatHasAllThatTheFragmentNeedsDoesNotDisturbIt() throws {
    #expect(try fragments("artist { name year } ...Card @include(if: $x)", "") == ["Card"])
  }

  @Test func anObjectThatMayBeThereWithoutItsFieldsDoes() throws {
    #expect(try fragments("artist { year } ...Card @include(if: $x)", "") == [])
  }

  @Test func anObjectThatTheFragmentMayBringWithoutItsFieldsDoes() throws {
    let plain = "fragment Plain on Album { artist { name } }"
    #expect(try fragments("artist @skip(if: $y) { year } ...Plain @include(if: $x)", plain) == [])
    #expect(try fragments("artist @skip(if: $y) { name } ...Plain @include(if: $x)", plain) == ["Plain"])
  }

  @Test func anotherConditionalFragmentDoes() throws {
    let other = "fragment Other on Album { artist { year } }"
    #expect(try fragments("...Card @include(if: $x) ...Other @skip(if: $x)", other) == [])
  }

  @Test func fragmentsOfADependencyStayAsTheyAreThere() throws {
    var options = GenerationOptions()
    for name in ["Card", "Row"] {
      options.dependencyFragments[name] = GlobalNames.FragmentNames(
        protocolName: name + "Fragment", typeName: name + "Data")
    }
    let row = "fragment Row on Album { ...Card @include(if: $x) }"
    #expect(try fragments("artist { year } ...Row", row, options) == ["Card"])
    #expect(try fragments("artist { year } ...Row", row) == [])
    let own = "fragment Row on Album { artist { year } ...Card @include(if: $x) }"
    #expect(try fragments("...Row", own, options) == [])
  }
}
