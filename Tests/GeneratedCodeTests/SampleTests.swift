import Apus
import ApusTesting
import Testing

/// Sample values of every operation of the golden cases.
@Suite(.timeLimit(.minutes(5))) struct SampleTests {
  @Test(arguments: GoldenOperation.all.keys.sorted())
  func `each type has a sample that survives encoding and decoding`(_ name: String) throws {
    try #require(GoldenOperation.all[name]).checkSample()
  }
}

/// What is given, what is invented for it, and what is wrong with it.
@Suite(.timeLimit(.minutes(5))) struct SampleOverrideTests {
  @Test func `what is given stays, and another seed invents other values`() throws {
    typealias Feed = AccessorsForEveryValueOfACondition.ZooQuery.Data
    let given = try Feed.sample(["animals": [["__typename": "Parrot", "name": "Polly"], [:]]])
    #expect(given.animals.count == 2)
    #expect(given.animals[0].__typename == "Parrot" && given.animals[0].name == "Polly")
    #expect(given.animals[1].name == "Name 2")
    #expect(try Feed.sample(["animals": []]).animals.isEmpty)
  }

  @Test func `what may be null is invented, and given`() throws {
    typealias Home = ConditionThatAlwaysHolds.HomeQuery.Data
    #expect(try Home.sample().pet?.nickname == "Nickname")
    #expect(try Home.sample(["pet": ["nickname": "Pol"]]).pet?.nickname == "Pol")
    #expect(try Home.sample(["pet": ["nickname": nil]]).pet?.nickname == nil)
    #expect(try Home.sample(["pet": nil]).pet == nil)
  }

  @Test func `typed identifiers differ as others do`() throws {
    let given = try IdentifiersThatMeet.HomeQuery.Data.sample()
    let album = try #require(given.album)
    #expect(IdentifiersThatMeet.NodeID(album.albumKey.id) == album.id)
    guard case .album(let node) = given.node else {
      Issue.record("\(given)")
      return
    }
    #expect(IdentifiersThatMeet.NodeID(node.id) != album.id)
  }

  @Test func `one member of an input is given, or the first one is invented`() throws {
    typealias By = DecodableOneOf.By
    #expect(try By.sample() == .id("1"))
    #expect(try By.sample(["name": "Polly"]) == .name("Polly"))
    #expect(try By.sample(["inner": [:]]) == .inner(.id("1")))
    #expect(throws: GraphQLSampleError.self) { try By.sample(["id": "1", "name": "Polly"]) }
  }

  @Test func `an input whose first member is of its own type has a sample`() throws {
    let sample = try Filter.sample()
    #expect(sample == .not(.not(.not(.not(.id("1"))))))
    #expect(try Filter.sample(["not": ["id": "7"]]) == .not(.id("7")))
  }

  @Test func `elements that a codec reads again after an error have samples`() throws {
    #expect(try Coded<NumbersOrNames>.sample(["value": ["a", 1, "b"]]).value == ["a", "1", "b"])
  }

  @Test func `a codec without an example says how to add one`() {
    let message = """
      Sized has no example and rejects a generated string: pass a value, or add `static var sample: GraphQLValue?` to the \
      codec (expected a size)
      """
    let error = #expect(throws: GraphQLSampleError.self) { try Coded<Sized>.sample() }
    #expect(error?.description == "Coded<Sized>: value: \(message)")
    // Only the innermost codec reports itself.
    let nested = #expect(throws: GraphQLSampleError.self) { try Coded<GraphQLListCodec<Sized>>.sample() }
    #expect(nested?.description == "Coded<GraphQLListCodec<Sized>>: value.0: \(message)")
    #expect(throws: Never.self) { try Coded<Sized>.sample(["value": "XL"]) }
  }

  @Test func `a member that does not exist is an error with a suggestion`() throws {
    typealias Feed = AccessorsForEveryValueOfACondition.ZooQuery.Data
    let error = #expect(throws: GraphQLSampleError.self) {
      try Feed.sample(["animals": [["nmae": "Polly"]]])
    }
    #expect(error?.description == "Data: animals.0.nmae: there is no such member. Did you mean \"name\"?")
  }
}

/// As it is generated for `input Filter @oneOf { not: Filter id: ID }`.
private enum Filter: GraphQLObject {
  indirect case not(Filter)
  case id(String)

  init(_reading r: inout ObjectReader) throws {
    switch try r.onlyMember(of: ["not", "id"]) {
    case 0: self = .not(try r.selection("not"))
    default: self = .id(try r.id("id"))
    }
  }

  func _write(to w: inout ObjectWriter) {
    switch self {
    case .not(let value): w.selection("not", value)
    case .id(let value): w.id("id", value)
    }
  }
}

private struct Coded<Codec: GraphQLCodec>: GraphQLObject {
  let value: Codec.Value

  init(_reading r: inout ObjectReader) throws { value = try r.scalar("value", as: Codec.self) }
  func _write(to w: inout ObjectWriter) { w.scalar("value", value, as: Codec.self) }
}

/// Integers or, after an error, strings.
private enum NumbersOrNames: GraphQLCodec {
  static func read(from reader: inout ObjectReader) throws -> [String] {
    try reader.readList { reader in
      if let number = try? reader.readInt() { return "\(number)" }
      return try reader.readString()
    }
  }
  static func write(_ value: [String], to writer: inout ObjectWriter) {
    writer.writeList(value) { $1.writeString($0) }
  }
}

/// A string that no generated one is.
private enum Sized: GraphQLCodec {
  static func read(from reader: inout ObjectReader) throws -> String {
    let size = try reader.readString()
    guard ["S", "M", "XL"].contains(size) else { throw GraphQLScalarError(expected: "a size") }
    return size
  }
  static func write(_ value: String, to writer: inout ObjectWriter) { writer.writeString(value) }
}
