import Apus
import Foundation
import Testing

@Suite(.timeLimit(.minutes(15))) struct RoundTripTests {
  @Test func `every kind of field`() throws {
    try expectRoundTrip(AlbumsQuery.Data.self, albums)
    try expectRoundTrip(
      AlbumsQuery.Data.self, #"{"albums":[],"featured":\#(album),"charts":[\#(album),\#(album)]}"#)
  }

  @Test func `values of every kind`() throws {
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

  @Test func `nulls and lists of every scalar`() throws {
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

  @Test func `unions with __typename anywhere`() throws {
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

  @Test func `conditional fields and fragments`() throws {
    try expectRoundTrip(
      ConditionalAlbum.self, #"{"...Card":null,"id":"1","title":"t","artist":{"name":"n"}}"#)
    try expectRoundTrip(
      ConditionalAlbum.self,
      #"{"...Card":null,"id":"1","title":"t","artist":{"name":"n"},"label":{"name":"l"},"note":"x"}"#)
    try expectRoundTrip(
      ConditionalAlbum.self,
      """
      {"id":"1","title":"t","artist":{"name":"n"},
      "...Card":{"title":"t","artist":{"name":"n","born":1},"year":2,"tracks":[{"title":"a"},{"title":"b"}]}}
      """)
  }

  @Test func `recursive inputs keep unset and null apart`() throws {
    try expectRoundTrip(Filter.self, #"{"all":[{"name":"x"},{"genre":null,"all":[{"all":null}]}]}"#)
    let filter = Filter(name: .null, all: [Filter(genre: .value(.rock))])
    #expect(String(decoding: try filter.json(), as: UTF8.self) == #"{"name":null,"all":[{"genre":"ROCK"}]}"#)
    #expect(Filter() != Filter(name: .null))
    #expect(Set([Filter(), Filter(name: .null), Filter(name: "x"), Filter()]).count == 3)
  }

  @Test func `aliased properties over one key`() throws {
    struct Twice: GraphQLObject {
      let first: String
      let second: String
      let third: Int
      init(_reading reader: inout GraphQLReader) throws {
        first = try reader.string("name")
        second = try reader.string("name")
        third = try reader.int("n")
      }
      func _write(to writer: inout GraphQLWriter) {
        writer.string("name", first)
        writer.int("n", third)
      }
    }
    try expectRoundTrip(Twice.self, #"{"name":"x","n":1}"#)
  }
}
