import Apus
import Foundation
import Testing

@Suite(.timeLimit(.minutes(15))) struct EqualityTests {
  /// Expects of each pair of texts that their values are equal just where the texts are, and have equal hashes there.
  private func expectDistinct<Object: GraphQLObject>(_ type: Object.Type, _ texts: [String]) throws {
    let values = try texts.map { try Object(json: $0) }
    let again = try texts.map { try Object(json: $0) }
    for (i, first) in values.enumerated() {
      for (j, second) in again.enumerated() {
        #expect((first == second) == (i == j), "\(texts[i]) and \(texts[j])")
      }
      #expect(first.hashValue == again[i].hashValue)
    }
    #expect(Set(values + again).count == texts.count)
  }

  private static let scalars: KeyValuePairs = [
    "string": "\"a\"", "int": "1", "double": "1.5", "bool": "true", "id": "\"a\"", "genre": "\"ROCK\"",
    "strings": "[\"a\"]", "ints": "[1]", "intsOrNil": "[1]", "doubles": "[1.5]", "doublesOrNil": "[1.5]",
    "bools": "[true]", "boolsOrNil": "[true]", "ids": "[\"a\"]", "idsOrNil": "[\"a\"]",
    "genres": "[\"ROCK\"]",
  ]

  @Test func `each member counts`() throws {
    let others = [
      "string": "\"b\"", "int": "null", "double": "2", "bool": "false", "id": "null", "genre": "\"POLKA\"",
      "strings": "[]", "ints": "[2]", "intsOrNil": "null", "doubles": "[1.5,2]", "doublesOrNil": "[]",
      "bools": "[false]", "boolsOrNil": "null", "ids": "[\"b\"]", "idsOrNil": "null", "genres": "[\"JAZZ\"]",
    ]
    func text(changing name: String?) -> String {
      let members = Self.scalars.map { "\"\($0.key)\":\($0.key == name ? others[$0.key] ?? "" : $0.value)" }
      return "{\(members.joined(separator: ","))}"
    }
    try expectDistinct(Scalars.self, [text(changing: nil)] + Self.scalars.map { text(changing: $0.key) })
  }

  @Test func `cases and lists of them`() throws {
    let animals = [
      #"{"__typename":"Crocodile","name":"A"}"#, #"{"__typename":"Newt","name":"A"}"#,
      #"{"__typename":"Dog","name":"A","nickname":null}"#, #"{"__typename":"Dog","name":"A","nickname":"B"}"#,
      #"{"__typename":"Cat","name":"A","nickname":"B","purrs":true}"#,
    ]
    try expectDistinct(
      Zoo.self,
      ["{\"animals\":[]}"] + animals.map { "{\"animals\":[\($0)]}" }
        + animals.map { "{\"animals\":[\($0),\($0)]}" })
  }

  /// Under the thread sanitizer this tells of elements that are passed as if they were changed.
  @Test func `many tasks compare, hash and encode at once`() async throws {
    let cat = #"{"__typename":"Cat","name":"A name that does not fit a word","nickname":"B","purrs":true}"#
    let text = "{\"animals\":[\(cat)]}"
    let (first, second) = (try Zoo(json: text), try Zoo(json: text))
    let results = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let (one, other) = (try first.json(), try second.json())
          return first == second && first.hashValue == second.hashValue && one == other
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results == Array(repeating: true, count: 8))
  }

  @Test func `what is under a condition is not taken for its neighbour`() throws {
    let card = #""year":1,"tracks":[]"#
    let start = #"{"id":"1","title":"T""#
    try expectDistinct(
      ConditionalAlbum.self,
      [
        start + #","artist":{"name":"N"}}"#, start + #","artist":{"name":"N"},"note":"x"}"#,
        start + #","artist":{"name":"N"},"label":{"name":"x"}}"#,
        start + #","artist":{"name":"N","born":1},\#(card)}"#,
        start + #","artist":{"name":"N","born":2},\#(card)}"#,
        start + #","artist":{"name":"N","born":2},"note":"x",\#(card)}"#,
      ])
  }

  /// Two fragments of the same members, of which one is there.
  private struct Either: GraphQLObject {
    var first: ConditionalAlbum.Artist?
    var second: ConditionalAlbum.Label?

    init(first: ConditionalAlbum.Artist? = nil, second: ConditionalAlbum.Label? = nil) {
      self.first = first
      self.second = second
    }
    init(_reading reader: inout GraphQLReader) throws {
      try self.init(
        first: reader.fragmentOrNil("...First", if: true),
        second: reader.fragmentOrNil("...Second", if: true))
    }
    func _write(to writer: inout GraphQLWriter) {
      writer.selection("...First", first)
      writer.selection("...Second", second)
    }
  }

  @Test func `fragments of equal members differ`() throws {
    let first = try ConditionalAlbum.Artist(json: #"{"name":"x"}"#)
    let second = try ConditionalAlbum.Label(json: #"{"name":"x"}"#)
    #expect(Either(first: first) == Either(first: first))
    #expect(Either(first: first) != Either(second: second))
    #expect(Either(first: first) != Either(first: first, second: second))
    #expect(Either() != Either(second: second))
  }

  @Test func `unset, null and value`() throws {
    try expectDistinct(
      Filter.self,
      [
        "{}", #"{"name":null}"#, #"{"genre":null}"#, #"{"name":"a"}"#, #"{"all":[]}"#, #"{"all":null}"#,
        #"{"all":[{}]}"#, #"{"all":[{"name":null}]}"#, #"{"all":[{"name":"a","all":[{"name":"b"}]}]}"#,
      ])
  }

  @Test func `nested lists`() throws {
    let ends = ["null", "[]", "[{\"child\":null}]", "[{\"child\":[]},{\"child\":null}]"]
    func nested(_ depth: Int, _ end: String) -> String {
      String(repeating: #"{"child":[{"child":null},"#, count: depth) + "{\"child\":\(end)}"
        + String(repeating: "]}", count: depth)
    }
    try expectDistinct(Nested.self, [0, 1, 5].flatMap { depth in ends.map { nested(depth, $0) } })
  }

  /// A list in which objects may be null, and lists of lists of them.
  private struct Sparse: GraphQLObject {
    var list: [Sparse?]?
    var grid: [[Sparse?]]?
    init(_reading reader: inout GraphQLReader) throws {
      list = try reader.sparseSelectionsOrNil("list")
      grid = try reader.scalarOrNil("grid", as: Codec.self)
    }
    func _write(to writer: inout GraphQLWriter) {
      writer.sparseSelections("list", list)
      writer.scalar("grid", grid, as: Codec.self)
    }
    typealias Codec = _GraphQLListCodec<_GraphQLListCodec<_GraphQLOptionalCodec<_GraphQLObjectCodec<Sparse>>>>
  }

  @Test func `lists with nulls`() throws {
    let leaf = #"{"list":null,"grid":null}"#
    let lists = ["null", "[]", "[null]", "[null,null]", "[\(leaf)]", "[null,\(leaf)]", "[\(leaf),null]"]
    let texts =
      lists.map { #"{"list":\#($0),"grid":null}"# }
      + lists.dropFirst().map { #"{"list":[null,{"list":\#($0),"grid":[]}],"grid":null}"# }
      + lists.dropFirst().map { #"{"list":null,"grid":[\#($0)]}"# }
    try expectDistinct(Sparse.self, texts)
    for text in texts { #expect(try String(decoding: Sparse(json: text).json(), as: UTF8.self) == text) }
  }

  /// Lists are compared by their bits in stretches, and by `==` from the first on that differs.
  @Test(arguments: ["A", "a name that is too long for a string without storage of its own"])
  func `a difference anywhere in a list`(_ name: String) throws {
    func zoo(changing place: Int?) throws -> Zoo {
      let animals = (0..<40).map { index in
        #"{"__typename":"Crocodile","name":"\#(index == place ? "B" : name)"}"#
      }
      return try Zoo(json: "{\"animals\":[\(animals.joined(separator: ","))]}")
    }
    let first = try zoo(changing: nil)
    #expect(try first == zoo(changing: nil))
    for place in 0..<40 { #expect(try first != zoo(changing: place), "\(place)") }
  }

  @Test func `lists of enums and long names`() throws {
    let long = "A_VALUE_THAT_THE_SCHEMA_GAINS_LATER"
    func scalars(_ genres: [String]) throws -> [Genre] {
      let names = genres.map { "\"\($0)\"" }.joined(separator: ",")
      return try GraphQLValue(json: "[\(names)]").json().withUnsafeBufferPointer { bytes in
        try JSONDecoder().decode([Genre].self, from: Data(bytes))
      }
    }
    // `!=` would be the standard library's.
    func areEqual(_ first: [String], _ second: [String]) throws -> Bool {
      try scalars(first) == scalars(second)
    }
    #expect(try areEqual(["ROCK", long], ["ROCK", long]))
    #expect(try !areEqual(["ROCK", long], ["ROCK", long + "S"]))
    #expect(try !areEqual([long, "ROCK"], [long + "S", "ROCK"]))
    #expect(try !areEqual(["ROCK", "JAZZ"], ["JAZZ", "ROCK"]))
    #expect(try areEqual([], []))
    #expect(try !areEqual(["ROCK"], []) && !areEqual([], ["ROCK"]))
    #expect(Genre(rawValue: "ROCK") == .unrecognized("ROCK"))
  }

  /// An object of one byte: lists of them are compared by words, and the rest by bytes.
  private struct Flag: GraphQLObject {
    var isOn: Bool
    init(_ isOn: Bool) { self.isOn = isOn }
    init(_reading reader: inout GraphQLReader) throws { isOn = try reader.bool("isOn") }
    func _write(to writer: inout GraphQLWriter) { writer.bool("isOn", isOn) }
  }

  @Test(arguments: [1, 7, 8, 9, 17, 40])
  func `each byte of small elements counts`(_ count: Int) {
    let flags = (0..<count).map { _ in Flag(false) }
    // Made anew, since lists with the same storage are equal. `!=` would be the standard library's.
    #expect(flags == (0..<count).map { _ in Flag(false) })
    for place in 0..<count {
      let isEqual = flags == (0..<count).map { Flag($0 == place) }
      #expect(!isEqual, "\(place)")
    }
    for other in [0, count - 1, count + 1] {
      let isEqual = flags == (0..<other).map { _ in Flag(false) }
      #expect(!isEqual, "\(other)")
    }
  }

  /// Custom scalars are compared as values, not as they are written.
  private struct Moment: GraphQLObject {
    var date: Date
    init(_ date: Date) { self.date = date }
    init(_reading reader: inout GraphQLReader) throws {
      date = try reader.scalar("date", as: GraphQLDateTimeCodec.self)
    }
    func _write(to writer: inout GraphQLWriter) {
      writer.scalar("date", date, as: GraphQLDateTimeCodec.self)
    }
  }

  @Test func `scalars are compared as values`() {
    let date = Date(timeIntervalSinceReferenceDate: 1)
    #expect(Moment(date) == Moment(date))
    #expect(Moment(date) != Moment(date.addingTimeInterval(0.000_01)))
  }

  private struct Device: GraphQLObject {
    var id: UUID
    init(_ id: UUID) { self.id = id }
    init(_reading reader: inout GraphQLReader) throws {
      id = try reader.scalar("id", as: GraphQLUUIDCodec.self)
    }
    func _write(to writer: inout GraphQLWriter) { writer.scalar("id", id, as: GraphQLUUIDCodec.self) }
  }

  @Test func `every byte of a UUID counts in the hash`() {
    let bytes = Array(repeating: UInt8(0), count: 16)
    let changed = bytes.indices.map { index in
      var bytes = bytes
      bytes[index] = 1
      return bytes
    }
    let devices = (changed + [bytes]).map { bytes in
      Device(bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) })
    }
    #expect(Set(devices.map(\.hashValue)).count == 17)
  }

  private struct Number: GraphQLObject {
    var value: Double
    init(_ value: Double) { self.value = value }
    init(_reading reader: inout GraphQLReader) throws { value = try reader.double("value") }
    func _write(to writer: inout GraphQLWriter) { writer.double("value", value) }
  }

  @Test func `numbers that JSON cannot say are compared as Swift does`() {
    #expect(Number(.infinity) == Number(.infinity))
    #expect(Number(.infinity) != Number(1))
    #expect(Number(.nan) != Number(.nan))
    #expect(Number(0) == Number(-0.0))
    #expect(Number(0).hashValue == Number(-0.0).hashValue)
  }

  private struct Track: GraphQLObject {
    var lengths: [Int?]
    init(_ lengths: [Int?]) { self.lengths = lengths }
    init(_reading reader: inout GraphQLReader) throws { lengths = [try reader.intOrNil("length0")] }
    func _write(to writer: inout GraphQLWriter) { for length in lengths { writer.int("length", length) } }
  }

  /// Each of forty numbers or nulls counts, and so does its place.
  @Test func `hashes tell numbers apart`() {
    let plain: [Int?] = Array(repeating: 0, count: 40)
    var hashes: Set = [Track(plain).hashValue]
    for index in plain.indices {
      for other in [nil, 1, -1] as [Int?] {
        var lengths = plain
        lengths[index] = other
        hashes.insert(Track(lengths).hashValue)
      }
    }
    #expect(hashes.count == 121)
  }

  private struct Titles: GraphQLObject {
    var titles: [String?]
    init(_ titles: [String?]) { self.titles = titles }
    init(_reading reader: inout GraphQLReader) throws { titles = [try reader.stringOrNil("title0")] }
    func _write(to writer: inout GraphQLWriter) { for title in titles { writer.string("title", title) } }
  }

  /// Strings and numbers are hashed apart, so nulls must keep their places among strings.
  @Test func `places of nulls among strings count in the hash`() {
    let choices: [String?] = [nil, "x", "y"]
    var titles: [[String?]] = [[]]
    for _ in 0..<5 { titles = titles.flatMap { title in choices.map { title + [$0] } } }
    #expect(Set(titles.map { Titles($0).hashValue }).count == 243)
  }

  private struct Links: GraphQLObject {
    var link: URL
    init(_ link: String) { self.link = URL(string: link) ?? URL(filePath: "/") }
    init(_reading reader: inout GraphQLReader) throws {
      link = try reader.scalar("link", as: GraphQLURLCodec.self)
    }
    func _write(to writer: inout GraphQLWriter) { writer.scalar("link", link, as: GraphQLURLCodec.self) }
  }

  @Test func `links hash by their text`() {
    let texts = ["https://example.com/a", "https://example.com/b", "https://example.com/a?page=1"]
    for first in texts {
      for second in texts {
        #expect((Links(first).hashValue == Links(second).hashValue) == (first == second))
      }
    }
  }

  /// Pairs of lists, and where each pair is divided.
  private struct Halves: GraphQLObject {
    var objects: Int = 0
    var sparse: Int = 0
    var numbers: Int = 0
    var values: Int = 0
    init() {}
    init(_reading reader: inout GraphQLReader) throws {}

    func _write(to writer: inout GraphQLWriter) {
      let flags = Array(repeating: Flag(true), count: 3)
      writer.selections("a", Array(flags.prefix(objects)))
      writer.selections("b", Array(flags.dropFirst(objects)))
      writer.sparseSelections("c", flags.prefix(sparse).map(Optional.some))
      writer.sparseSelections("d", flags.dropFirst(sparse).map(Optional.some))
      writer.ints("e", Array(repeating: 1, count: numbers))
      writer.ints("f", Array(repeating: 1, count: 3 - numbers))
      writer.value("g", Array(repeating: "x", count: values))
      writer.value("h", Array(repeating: "x", count: 3 - values))
    }
  }

  @Test func `where one list ends and the next begins counts in the hash`() {
    let lists: [WritableKeyPath<Halves, Int>] = [\.objects, \.sparse, \.numbers, \.values]
    var hashes: Set = [Halves().hashValue]
    for list in lists {
      for count in 1...3 {
        var halves = Halves()
        halves[keyPath: list] = count
        hashes.insert(halves.hashValue)
      }
    }
    #expect(hashes.count == 13)
  }
}
