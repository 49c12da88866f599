import Apus
import Testing

/// An accessor answers for its condition: for every value for which that holds, whatever its case is named after.
@Suite(.timeLimit(.minutes(15))) struct AccessorTests {
  private typealias Animal = AccessorsForEveryValueOfACondition.ZooQuery.Data.Animal

  private func animal(_ type: String, _ members: String) throws -> Animal {
    try Animal(json: #"{"__typename": "\#(type)", "name": "x"\#(members)}"#)
  }

  @Test func `an as property has a value exactly where the condition holds`() throws {
    let pet = #", "__isPet": "P", "nickname": "n", "height": 1"#
    let warm = #", "__isWarmBlooded": "P", "temperature": 38"#
    let all: [(animal: Animal, isPet: Bool, isWarm: Bool)] = [
      (try animal("Cat", pet + warm + #", "purrs": true"#), true, true),
      (try animal("Parrot", pet + warm), true, true),
      (try animal("Turtle", pet), true, false), (try animal("Crocodile", ""), false, false),
      (try animal("Goldfish", pet), true, false), (try animal("Mammoth", warm), false, true),
      (try animal("Hamster", pet + warm), true, true),
    ]
    for (animal, isPet, isWarm) in all {
      #expect((animal.asPet != nil) == isPet && (animal.petDetails != nil) == isPet)
      #expect((animal.asWarmBlooded != nil) == isWarm)
      #expect(animal.asPet?.nickname == animal.petDetails?.nickname)
      #expect((animal.asCat != nil) == (animal.__typename == "Cat"))
    }
  }

  private struct Row<Item: Identifiable> { var item: Item }

  @Test func `what a directive says of a fragment holds for what conforms`() throws {
    typealias Data = ConformancesForWhatConforms.HomeQuery.Data
    let data = try Data(
      json: """
        {"album": {"year": 1, "id": "1", "title": "A"}, "albums": [],
         "newest": {"__typename": "Album", "id": "2", "title": "B", "year": null}}
        """)
    #expect(
      data.album.map { Row(item: $0).item.id } == "1" && data.newest.map { Row(item: $0).item.id } == "2")
    typealias Identifiables = IdentifiableByConfiguration.HomeQuery.Data
    let other = try Identifiables(
      json: #"{"album": {"title": "A"}, "albums": [{"id": "1"}], "newest": null}"#)
    #expect(other.albums.map { Row(item: $0).item.id } == ["1"])
  }

  @Test func `case names need no backticks`() throws {
    typealias Kind = ValuesThatSwiftUses.Kind
    #expect(Kind.self_.rawValue == "SELF" && Kind.default.rawValue == "DEFAULT")
    #expect(Kind.init_.rawValue == "INIT" && Kind.type.rawValue == "TYPE")
    #expect(ValuesThatSwiftUses.Mixed(rawValue: "Self") == .Self_)
  }
}
