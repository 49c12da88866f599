import Apus
import Testing

/// Fragments under `@include` and `@skip`, read through the protocols of those that spread them.
struct ConditionalSpreadTests {
  private typealias Animals = ConditionalSpreadInsideAnEnum
  private typealias Albums = ConditionalSpreadInOneFragmentOnly

  private func line(_ animal: some Animals.RowFragment) -> String {
    "\(animal.card?.name ?? "no card"), \(animal.owner.map { $0.ownerCard?.name ?? "no card" } ?? "nobody")"
  }

  /// An enumeration, and one whose cases have different types at a place, have the property of each case.
  @Test func enumerationsHaveThePropertyOfTheirCases() throws {
    let data = try Animals.HomeQuery.Data(
      json: """
        {"animals": [
          {"__typename": "Cat", "__hasCard": "Cat", "name": "C", "lives": 9, "owner": {}},
          {"__typename": "Dog", "owner": {"__hasOwnerCard": "Owner", "name": "O", "born": 1}},
          {"__typename": "Fox", "__hasCard": "Fox", "name": "F", "owner": null}]}
        """)
    let expected = ["C, no card", "no card, O", "F, nobody"]
    #expect(data.animals.map { line($0) } == expected)
    #expect(data.animals.map { line(Animals.RowData($0)) } == expected)
  }

  private func row(_ album: some Albums.RowFragment) -> String? { album.card?.title }

  /// What spreads the fragment without a condition as well still tells whether the condition held.
  @Test func fragmentThatIsAlwaysThereKeepsTheCondition() throws {
    func album(_ json: String) throws -> Albums.HomeQuery.Data.Album {
      try Albums.HomeQuery.Data(json: #"{"album": \#(json)}"#).album
    }
    let included = try album(#"{"title": "T", "year": 1, "__hasCard": "Album"}"#)
    #expect(row(included) == "T")
    #expect(row(Albums.RowData(included)) == "T")
    #expect(try row(album(#"{"title": "T", "year": 1}"#)) == nil)
  }
}
