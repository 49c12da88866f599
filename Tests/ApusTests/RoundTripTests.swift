import Apus
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct RoundTripTests {
  @Test func everyKindOfField() throws {
    try expectRoundTrip(AlbumsQuery.Data.self, albums)
    try expectRoundTrip(
      AlbumsQuery.Data.self, #"{"albums":[],"featured":\#(album),"charts":[\#(album),\#(album)]}"#)
  }

  @Test func valuesOfEveryKind() throws {
    let data = try AlbumsQuery.Data(json: albums)
    let first = try #require(data.albums.first)
    #expect(first.id == "a1")
    #expect(first.year == 1971)
    #expect(first.rating == 4.5)
    #expect(first.genre == .rock)
    #expect(first.genres == [.jazz, .unrecognized("POLKA")])
    #expect(first.grid == [[1, nil], nil, []])
    #expect(first.released?.timeIntervalSince1970 == 46_396_800)
    #expect(first.dates?.last == .some(nil))
    #expect(first.owner.name == "Ida")
    #expect(first.settings["a"][1].double == 2.5)
    #expect(first.money == Money(amount: 3, currency: "EUR"))
    #expect(data.charts == [])
  }

  @Test func nullsAndListsOfEveryScalar() throws {
    try expectRoundTrip(
      Scalars.self,
      """
      {"string":null,"int":null,"double":null,"bool":null,"id":null,"genre":null,"strings":null,"ints":[],
      "intsOrNil":null,"doubles":[],"doublesOrNil":null,"bools":[],"boolsOrNil":null,"ids":[],"idsOrNil":null,
      "genres":null}
      """)
    try expectRoundTrip(
      Scalars.self,
      """
      {"string":"é\\n\\"","int":-7,"double":-0.5,"bool":true,"id":"","genre":"ROCK","strings":["",""],"ints":[1,-2],
      "intsOrNil":[0],"doubles":[1e300,0.1],"doublesOrNil":[3],"bools":[true,false],"boolsOrNil":[false],
      "ids":["1","a"],"idsOrNil":["9"],"genres":["JAZZ","NEW"]}
      """)
  }

  @Test func unionsWithTypenameAnywhere() throws {
    let json = """
      {"animals":[{"__typename":"Cat","name":"Tom","nickname":null,"purrs":true},
      {"__typename":"Dog","__isPet":"Dog","name":"Rex","nickname":"R"},
      {"__typename":"Parrot","__isPet":"Parrot","name":"Polly","nickname":null},
      {"__typename":"Crocodile","name":"Al"},{"__typename":"AnAnimalWhoseNameIsLongerThanThirtyTwoBytes","name":"?"}]}
      """
    try expectRoundTrip(Zoo.self, json)
    let last = try Zoo(
      json: #"{"animals":[{"name":"Tom","purrs":true,"nickname":null,"__typename":"C\u0061t"}]}"#)
    let first = try Zoo(
      json: #"{"animals":[{"__typename":"Cat","name":"Tom","nickname":null,"purrs":true}]}"#)
    #expect(last == first)
  }

  @Test func conditionalFieldsAndFragments() throws {
    try expectRoundTrip(ConditionalAlbum.self, #"{"id":"1","title":"t","artist":{"name":"n"}}"#)
    try expectRoundTrip(
      ConditionalAlbum.self,
      #"{"id":"1","title":"t","artist":{"name":"n"},"label":{"name":"l"},"note":"x"}"#)
    try expectRoundTrip(
      ConditionalAlbum.self,
      """
      {"id":"1","title":"t","artist":{"name":"n","born":1},"__hasCard":true,"year":2,
      "tracks":[{"title":"a"},{"title":"b"}]}
      """)
  }

  @Test func mergedMembersAreWrittenOnce() throws {
    let album = try ConditionalAlbum(
      json: """
        {"id":"1","title":"t","artist":{"name":"n","born":1},"note":"x","__hasCard":true,"year":2,
        "tracks":[{"title":"a"}]}
        """)
    let json = String(decoding: try album.json(), as: UTF8.self)
    #expect(
      json == """
        {"id":"1","title":"t","artist":{"name":"n","born":1},"note":"x","__hasCard":true,"year":2,\
        "tracks":[{"title":"a"}]}
        """)
  }

  @Test func recursiveInputsKeepUnsetAndNullApart() throws {
    try expectRoundTrip(Filter.self, #"{"all":[{"name":"x"},{"genre":null,"all":[{"all":null}]}]}"#)
    let filter = Filter(name: .null, all: [Filter(genre: .value(.rock))])
    #expect(String(decoding: try filter.json(), as: UTF8.self) == #"{"name":null,"all":[{"genre":"ROCK"}]}"#)
    #expect(Filter() != Filter(name: .null))
    #expect(Set([Filter(), Filter(name: .null), Filter(name: "x"), Filter()]).count == 3)
  }

  @Test func aliasedPropertiesOverOneKey() throws {
    struct Twice: GraphQLObject {
      let first: String
      let second: String
      let third: Int
      init(_reading reader: inout ObjectReader) throws {
        first = try reader.string("name")
        second = try reader.string("name")
        third = try reader.int("n")
      }
      func _write(to writer: inout ObjectWriter) {
        writer.string("name", first)
        writer.int("n", third)
      }
    }
    try expectRoundTrip(Twice.self, #"{"name":"x","n":1}"#)
  }
}

/// Objects into which conditional fragments were merged.
@Suite(.timeLimit(.minutes(5))) struct MergingTests {
  private struct Silent: GraphQLCodec {
    static func read(from reader: inout ObjectReader) throws -> Int { 0 }
    static func write(_ value: Int, to writer: inout ObjectWriter) throws {}
  }

  private struct Talkative: GraphQLCodec {
    static func read(from reader: inout ObjectReader) throws -> Int { 0 }
    static func write(_ value: Int, to writer: inout ObjectWriter) throws {
      writer.writeString("a")
      writer.writeString("b")
    }
  }

  private struct Merged<Codec: GraphQLCodec>: GraphQLObject where Codec.Value == Int {
    init(_reading reader: inout ObjectReader) throws {}
    func _write(to writer: inout ObjectWriter) {
      writer.scalar("n", 1, as: Codec.self)
      writer.fragment("__hasNothing", Nothing())
    }
  }

  @Test func codecsThatDoNotWriteOneValue() throws {
    #expect(try String(decoding: Merged<Silent>(json: "{}").json(), as: UTF8.self) == #"{"n":null}"#)
    #expect(throws: GraphQLDecodingError.self) { try Merged<Talkative>(json: "{}").json() }
  }

  private struct Deep: GraphQLObject {
    let value: GraphQLValue
    init(_reading reader: inout ObjectReader) throws { value = try reader.value("v") }
    func _write(to writer: inout ObjectWriter) {
      writer.value("v", value)
      writer.fragment("__hasDeep", DeepFragment(value: ["a": [["x": 9, "y\"": 3], 5], "c": []]))
    }
  }

  private struct DeepFragment: GraphQLObject {
    let value: GraphQLValue
    init(value: GraphQLValue) { self.value = value }
    init(_reading reader: inout ObjectReader) throws { value = try reader.value("v") }
    func _write(to writer: inout ObjectWriter) { writer.value("v", value) }
  }

  @Test func objectsAndListsAreMergedScalarsStay() throws {
    let deep = try Deep(json: #"{"v":{"a":[{"x":1},2],"b":"é\n"}}"#)
    #expect(
      String(decoding: try deep.json(), as: UTF8.self)
        == #"{"v":{"a":[{"x":1,"y\"":3},2],"b":"é\n","c":[]}}"#)
    #expect(try GraphQLValue(json: JSONEncoder().encode(deep)) == GraphQLValue(json: deep.json()))
  }
}
