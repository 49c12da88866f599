import Apus
import Testing

/// Fragments under `@include` and `@skip`, read through the protocols of those that spread them.
@Suite(.timeLimit(.minutes(15))) struct ConditionalSpreadTests {
  private typealias Animals = ConditionalSpreadInsideAnEnum
  private typealias Albums = ConditionalSpreadInOneFragmentOnly

  private func line(_ animal: some Animals.RowFragment) -> String {
    "\(animal.card?.name ?? "no card"), \(animal.owner.map { $0.ownerCard?.name ?? "no card" } ?? "nobody")"
  }

  /// An enumeration, and one whose cases have different types at a place, have the property of each case.
  @Test func `enumerations have the property of their cases`() throws {
    func lines(_ card: Bool) throws -> [String] {
      let data = try read(
        Animals.HomeQuery.Data.self,
        """
        {"$card": \(card), "animals": [
          {"__typename": "Cat", "name": "C", "lives": 9, "owner": {"name": "O"}},
          {"__typename": "Dog", "name": "D", "owner": {"name": "O", "born": 1}},
          {"__typename": "Fox", "name": "F", "owner": null}]}
        """)
      #expect(data.animals.map { line(Animals.RowData($0)) } == data.animals.map { line($0) })
      return data.animals.map { line($0) }
    }
    #expect(try lines(true) == ["C, no card", "D, no card", "F, nobody"])
    #expect(try lines(false) == ["no card, O", "no card, O", "no card, nobody"])
  }

  /// An object that was encoded says itself what it has.
  @Test func `encoded values keep their properties`() throws {
    let card = Animals.CardData(name: "F", __typename: "Fox")
    let fox = Animals.RowData.other(.init(owner: nil, card: card, __typename: "Fox"))
    #expect(try Animals.RowData(json: fox.json()) == fox)
    let without = Animals.RowData.other(.init(owner: nil, card: nil, __typename: "Fox"))
    #expect(try Animals.RowData(json: without.json()) == without)
    #expect(fox != without)
  }

  /// What spreads the fragment without a condition as well still tells whether the condition held, in the other fragment's type.
  @Test func `a fragment that is always there keeps the condition`() throws {
    func album(_ x: Bool) throws -> Albums.HomeQuery.Data.Album {
      try read(Albums.HomeQuery.Data.self, #"{"$x": \#(x), "album": {"title": "T", "year": 1}}"#).album
    }
    let included = try album(true)
    #expect(included.title == "T")
    #expect(included.row.card?.title == "T")
    let skipped = try album(false)
    #expect(skipped.title == "T")
    #expect(skipped.row.card == nil)
  }
}
