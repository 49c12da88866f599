import Apus
import Testing

/// Every accessor of a condition or a narrowing spread has a value for exactly the types that the condition holds for: tried with
/// each type of the schema at each place.
@Suite(.timeLimit(.minutes(15))) struct AccessorsOverAKingdomTests {
  private typealias Creature = AccessorsOverAKingdom.HomeQuery.Data.Creature
  private typealias Pupil = AccessorsOverAKingdom.ClassQuery.Data.Pupil

  /// The interfaces of each object type.
  private static let kingdom: [String: Set<String>] = [
    "Person": ["Creature", "Warm"], "Tom": ["Creature", "Companion", "Warm"],
    "Hound": ["Creature", "Companion", "Warm", "Housed"], "Wren": ["Creature", "Companion", "Warm"],
    "Hamster": ["Creature", "Companion", "Warm"], "Carp": ["Creature", "Companion"], "Caiman": ["Creature"],
    "Pebble": ["Companion"],
  ]

  private static func holds(_ condition: String, for type: String) -> Bool {
    condition == type || kingdom[type]?.contains(condition) == true
  }

  /// All fields that a type may be asked for, and the markers of the conditions that hold for it.
  private static func object(_ type: String, hunters: [String] = []) -> String {
    let markers = (kingdom[type] ?? []).sorted().map { ",\"__is\($0)\":\"\(type)\"" }.joined()
    return """
      {"__typename":"\(type)"\(markers),"id":"1","kind":"\(type)","size":{"feet":3,"metres":1},"temperature":37,
      "laysEggs":false,"nickname":null,"toy":"ball","keeper":null,"sings":true,"wingspan":5,"born":"2020",
      "hunters":[\(hunters.map { object($0) }.joined(separator: ","))]}
      """
  }

  @Test(arguments: kingdom.keys.filter { holds("Creature", for: $0) }.sorted())
  func `creatures have the accessors that their types hold`(_ type: String) throws {
    let creature = try Creature(json: Self.object(type))
    let answers: [String: Bool] = [
      "Warm": creature.asWarm != nil, "Companion": creature.asCompanion != nil, "Tom": creature.asTom != nil,
      "Wren": creature.asWren != nil, "Hound": creature.asHound != nil,
    ]
    for (condition, hasValue) in answers {
      #expect(hasValue == Self.holds(condition, for: type), "as\(condition) of \(type)")
    }
    #expect((creature.warmDetails != nil) == Self.holds("Warm", for: type))
    #expect((creature.companionDetails != nil) == Self.holds("Companion", for: type))
    #expect(creature.warmDetails?.temperature == (Self.holds("Warm", for: type) ? 37 : nil))
  }

  @Test(arguments: kingdom.keys.filter { holds("Creature", for: $0) }.sorted())
  func `hunters have the accessors that their types hold`(_ type: String) throws {
    let hunter = try #require(try Creature(json: Self.object("Caiman", hunters: [type])).hunters.first)
    #expect((hunter.asWarm != nil) == Self.holds("Warm", for: type))
    #expect((hunter.warmDetails != nil) == Self.holds("Warm", for: type))
  }

  @Test(arguments: ["Tom", "Wren", "Hamster", "Carp", "Pebble"])
  func `pupils have the accessors that their types hold`(_ type: String) throws {
    let pupil = try Pupil(json: Self.object(type))
    let answers: [String: Bool] = [
      "Creature": pupil.asCreature != nil, "Warm": pupil.asWarm != nil, "Tom": pupil.asTom != nil,
      "Wren": pupil.asWren != nil, "Pebble": pupil.asPebble != nil,
    ]
    for (condition, hasValue) in answers {
      #expect(hasValue == Self.holds(condition, for: type), "as\(condition) of \(type)")
    }
  }
}
