import Apus
import ApusTesting
import Foundation
import TestSupport
import Testing

/// Sample values of every operation of the golden cases.
@Suite(.computing, .timeLimit(.minutes(15))) struct SampleTests {
  @Test(arguments: GoldenOperation.all.keys.sorted())
  func `each type has a sample that survives encoding and decoding`(_ name: String) throws {
    try #require(GoldenOperation.all[name]).checkSample()
  }

  @Test(arguments: GoldenOperation.all.keys.sorted())
  func `each type has samples of every shape that survive both coders`(_ name: String) throws {
    try #require(GoldenOperation.all[name]).checkSamples()
  }

  @Test(arguments: GoldenOperation.all.keys.sorted())
  func `recorded samples of every shape have each shape`(_ name: String) throws {
    try #require(GoldenOperation.all[name]).checkCoverage()
  }
}

/// What is given, what is invented for it, and what is wrong with it.
@Suite(.timeLimit(.minutes(15))) struct SampleOverrideTests {
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

  @Test func `a custom scalar whose type has another form in JSON is given in that form`() throws {
    typealias Home = ResultsOfEveryScalar.HomeQuery.Data
    let given = try Home.sample(["album": ["size": 12.5]])
    let album = try given.album.get()
    #expect(album?.size == .success(Decimal(string: "12.5")))
    let error = #expect(throws: TestingError.self) { try Home.sample(["album": ["size": "large"]]) }
    #expect(error?.description.contains("album.size") == true, "\(error?.description ?? "")")
  }

  @Test func `an object has the type that its fragments test for`() throws {
    let feed = try ManyTypeConditions.FeedQuery.Data.sample()
    #expect(feed.events.map(\.__typename) == ["A", "A"])
    #expect(feed.events.map(\.line.__typename) == ["A", "A"])
    for sample in try TypeConditions.HomeQuery.Data.samples() {
      guard case .other(let other)? = sample.value.animal, other.cat != nil else { continue }
      #expect(other.__typename == "Cat", "\(sample.name)")
    }
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
    #expect(throws: TestingError.self) { try By.sample(["id": "1", "name": "Polly"]) }
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
    let error = #expect(throws: TestingError.self) { try Coded<Sized>.sample() }
    #expect(error?.description == "Coded<Sized>: value: \(message)")
    // Only the innermost codec reports itself.
    let nested = #expect(throws: TestingError.self) { try Coded<_GraphQLListCodec<Sized>>.sample() }
    #expect(nested?.description == "Coded<_GraphQLListCodec<Sized>>: value.0: \(message)")
    #expect(throws: Never.self) { try Coded<Sized>.sample(["value": "XL"]) }
  }

  @Test func `a member that does not exist is an error with a suggestion`() throws {
    typealias Feed = AccessorsForEveryValueOfACondition.ZooQuery.Data
    let error = #expect(throws: TestingError.self) {
      try Feed.sample(["animals": [["nmae": "Polly"]]])
    }
    #expect(error?.description == "Data: animals.0.nmae: there is no such member. Did you mean \"name\"?")
    // One letter is missing from "pages", two are different in "acts".
    let other = #expect(throws: TestingError.self) { try Play.sample(["ages": 2]) }
    #expect(other?.description == "Play: ages: there is no such member. Did you mean \"pages\"?")
  }
}

/// Values of other types than the members that they are given for.
@Suite(.timeLimit(.minutes(15))) struct SampleMismatchTests {
  @Test(
    arguments: [
      ("text", 5, "a text"), ("number", "x", "expected Int"), ("ratio", "x", "expected Float"),
      ("flag", 1, "true or false"),
      ("size", 7, "the name of a value of Size"), ("child", 1, "an object"), ("children", [:], "a list"),
    ] as [(String, GraphQLValue, String)])
  func `a value of another type is an error with its place`(
    _ name: String, _ value: GraphQLValue, _ expected: String
  ) {
    let error = #expect(throws: TestingError.self) { try Everything.sample([name: value]) }
    #expect(error?.description.hasPrefix("Everything: \(name): ") == true)
    #expect(error?.description.contains(expected) == true, "\(error?.description ?? "")")
    #expect((error as (any Error)?)?.localizedDescription == error?.description)
  }

  @Test func `values of the right types are taken`() throws {
    let sample = try Everything.sample([
      "text": "a", "number": 3, "ratio": 1, "flag": true, "size": "LARGE", "child": ["text": "b"],
      "children": [["text": "c"], [:]], "any": ["x": [1, nil]],
    ])
    #expect(sample.text == "a" && sample.number == 3 && sample.ratio == 1 && sample.flag)
    #expect(sample.size == .large && sample.child.text == "b" && sample.any == ["x": [1, nil]])
    #expect(sample.children.map(\.text) == ["c", "Text 2"])
    let invented = try Everything.sample()
    #expect(invented.text == "Text" && invented.size == .small && invented.children.count == 2)
    #expect(invented.any == "Any" && invented.sparse.map { $0?.text } == ["Text 1", "Text 2"])
  }

  @Test func `of a list with nulls, each element is the one given`() throws {
    let sample = try Everything.sample(["sparse": [nil, ["text": "a"], nil, nil, [:], ["text": "b"]]])
    #expect(sample.sparse.map { $0?.text } == [nil, "a", nil, nil, "Text 5", "b"])
  }

  @Test(arguments: [(0, 34, 85.5, false), (1, 41, 5.5, true), (2, 50, 91.5, false)])
  func `invented numbers depend on the seed and the member`(
    _ seed: Int, _ number: Int, _ ratio: Double, _ flag: Bool
  ) throws {
    let sample = try Everything.sample(seed: seed)
    #expect(sample.number == number && sample.ratio == ratio && sample.flag == flag)
  }

  private struct Names: GraphQLObject {
    let first: String
    let year: String
    let secret: String
    let address: String

    init(_reading r: inout GraphQLReader) throws {
      first = try r.string("firstName")
      year = try r.string("release_year")
      secret = try r.string("_secret")
      address = try r.string("htmlURL")
    }

    func _write(to w: inout GraphQLWriter) {
      w.string("firstName", first)
      w.string("release_year", year)
      w.string("_secret", secret)
      w.string("htmlURL", address)
    }
  }

  @Test func `a text is the member's name in words`() throws {
    let sample = try Names.sample()
    #expect(sample.first == "First name" && sample.year == "Release year" && sample.secret == "Secret")
    #expect(sample.address == "Html URL")
  }

  private enum Size: GraphQLEnum {
    case small, large
    case unrecognized(String)

    static var allCases: [Size] { [.small, .large] }
    init(rawValue: String) {
      switch rawValue {
      case "SMALL": self = .small
      case "LARGE": self = .large
      default: self = .unrecognized(rawValue)
      }
    }
    var rawValue: String {
      switch self {
      case .small: "SMALL"
      case .large: "LARGE"
      case .unrecognized(let name): name
      }
    }
  }

  private struct Child: GraphQLObject {
    let text: String
    init(_reading r: inout GraphQLReader) throws { text = try r.string("text") }
    func _write(to w: inout GraphQLWriter) { w.string("text", text) }
  }

  private struct Everything: GraphQLObject {
    let text: String
    let number: Int
    let ratio: Double
    let flag: Bool
    let size: Size
    let child: Child
    let children: [Child]
    let sparse: [Child?]
    let any: GraphQLValue

    init(_reading r: inout GraphQLReader) throws {
      text = try r.string("text")
      number = try r.int("number")
      ratio = try r.double("ratio")
      flag = try r.bool("flag")
      size = try r.enumeration("size")
      child = try r.selection("child")
      children = try r.selections("children")
      sparse = try r.sparseSelections("sparse")
      any = try r.value("any")
    }

    func _write(to w: inout GraphQLWriter) {
      w.string("text", text)
      w.int("number", number)
      w.double("ratio", ratio)
      w.bool("flag", flag)
      w.enumeration("size", size)
      w.selection("child", child)
      w.selections("children", children)
      w.sparseSelections("sparse", sparse)
      w.value("any", any)
    }
  }
}

/// As it is generated for `input Filter @oneOf { not: Filter id: ID }`.
private enum Filter: GraphQLObject {
  indirect case not(Filter)
  case id(String)

  init(_reading r: inout GraphQLReader) throws {
    switch try r.onlyMember(of: ["not", "id"]) {
    case 0: self = .not(try r.selection("not"))
    default: self = .id(try r.id("id"))
    }
  }

  func _write(to w: inout GraphQLWriter) {
    switch self {
    case .not(let value): w.selection("not", value)
    case .id(let value): w.id("id", value)
    }
  }
}

/// Members whose names are alike.
private struct Play: GraphQLObject {
  let acts: Int
  let pages: Int

  init(_reading r: inout GraphQLReader) throws { (acts, pages) = (try r.int("acts"), try r.int("pages")) }
  func _write(to w: inout GraphQLWriter) {
    w.int("acts", acts)
    w.int("pages", pages)
  }
}

private struct Coded<Codec: GraphQLCodec>: GraphQLObject {
  let value: Codec.Value

  init(_reading r: inout GraphQLReader) throws { value = try r.scalar("value", as: Codec.self) }
  func _write(to w: inout GraphQLWriter) { w.scalar("value", value, as: Codec.self) }
}

/// Integers or, after an error, strings.
private enum NumbersOrNames: GraphQLCodec {
  static func read(from reader: inout GraphQLReader) throws -> [String] {
    try reader.readList { reader in
      if let number = try? reader.readInt() { return "\(number)" }
      return try reader.readString()
    }
  }
  static func write(_ value: [String], to writer: inout GraphQLWriter) {
    writer.writeList(value) { $1.writeString($0) }
  }
}

/// A string that no generated one is.
private enum Sized: GraphQLCodec {
  static func read(from reader: inout GraphQLReader) throws -> String {
    let size = try reader.readString()
    guard ["S", "M", "XL"].contains(size) else { throw GraphQLScalarError(expected: "a size") }
    return size
  }
  static func write(_ value: String, to writer: inout GraphQLWriter) { writer.writeString(value) }
}
