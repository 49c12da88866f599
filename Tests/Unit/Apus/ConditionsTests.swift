import Apus
import Foundation
import Testing

/// What variables decide: where they are known, and where they are not.
@Suite(.timeLimit(.minutes(15))) struct ConditionsTests {
  private typealias Album = ConditionalAlbum

  /// Everything is there, whatever the variables are.
  private static let all =
    #"{"id":"1","title":"t","artist":{"name":"n","born":1},"label":{"name":"l"},"note":"x","year":2,"tracks":[]}"#
  private static let least = #"{"id":"1","title":"t","artist":{"name":"n"}}"#

  private func album(_ json: String, _ conditions: _GraphQLConditions) throws -> Album {
    let response = try AlbumQuery(_conditions: conditions).response(json: Array(#"{"data":\#(json)}"#.utf8))
    return try #require(response.data)
  }

  @Test func `where the variables are known, they decide and members do not`() throws {
    let included = try album(Self.all, ["label": true, "brief": false, "card": true])
    #expect(included.label?.name == "l")
    #expect(included.note == "x")
    #expect(included.card?.year == 2)
    let skipped = try album(Self.all, ["label": false, "brief": true, "card": false])
    #expect(skipped.label == nil)
    #expect(skipped.note == nil)
    #expect(skipped.card == nil)
    // A variable that is not given is false.
    #expect(try album(Self.all, [:]).label == nil)
    #expect(try album(Self.all, [:]).note == "x")
  }

  @Test func `what a variable includes has to be there`() throws {
    let error = #expect(throws: GraphQLDecodingError.self) { try album(Self.least, ["brief": false]) }
    #expect(error?.path.description == "note")
    #expect(throws: GraphQLDecodingError.self) { try album(Self.least, ["brief": true, "card": true]) }
    #expect(try album(Self.least, ["brief": true]).title == "t")
  }

  @Test func `where the variables are not known, what is there is there`() throws {
    let whole = try Album(json: Self.all)
    #expect(whole.label != nil && whole.note != nil && whole.card != nil)
    let least = try Album(json: Self.least)
    #expect(least.label == nil && least.note == nil && least.card == nil)
    // Not all that the fragment requires, here and within.
    #expect(
      try Album(json: #"{"id":"1","title":"t","artist":{"name":"n"},"year":2,"tracks":[]}"#).card == nil)
    #expect(throws: GraphQLDecodingError.self) { try Album(json: #"{"title":"t","artist":{"name":"n"}}"#) }
  }

  @Test func `a decoder is told the operation`() throws {
    let decoder = JSONDecoder()
    let data = Data(Self.all.utf8)
    #expect(try decoder.decode(Album.self, from: data).card != nil)
    decoder.userInfo[.graphQLOperation] = AlbumQuery(_conditions: ["brief": true])
    let exact = try decoder.decode(Album.self, from: data)
    #expect(exact == (try album(Self.all, ["brief": true])))
    let response = Data(#"{"data":\#(Self.all)}"#.utf8)
    #expect(try decoder.decode(GraphQLResponse<Album>.self, from: response).data == exact)
  }

  @Test(arguments: [all, least]) func `a decoder written by hand reads as others do`(_ json: String) throws {
    let bytes = Array(json.utf8)
    #expect(try ValueDecoder.decode(Album.self, bytes) == Album(json: json))
    #expect(try ValueDecoder.decode(Album.self, Album(json: json).json()) == Album(json: json))
    let exact = try ValueDecoder.decode(
      Album.self, bytes, userInfo: [.graphQLOperation: AlbumQuery(_conditions: ["brief": true])])
    #expect(exact == (try album(json, ["brief": true])))
    #expect(exact.note == nil && exact.card == nil)
    #expect(throws: DecodingError.self) { try ValueDecoder.decode(Album.self, Array(#"{"id":"1"}"#.utf8)) }
  }

  @Test func `a root field named data or errors does not matter to a decoder`() throws {
    let decoder = JSONDecoder()
    decoder.userInfo[.graphQLOperation] = AlbumQuery(_conditions: ["label": true, "brief": true])
    let json = Data(#"{"data":1,"errors":[],\#(Self.all.dropFirst())"#.utf8)
    #expect(try decoder.decode(Album.self, from: json).label?.name == "l")
  }

  @Test(arguments: [all, least]) func `what is written says itself what it has`(_ json: String) throws {
    let album = try Album(json: json)
    let texts = [Data(try album.json()), try JSONEncoder().encode(album)]
    for text in texts {
      // Whatever the variables are that it is read with.
      #expect(try Album(json: text) == album)
      #expect(try JSONDecoder().decode(Album.self, from: text) == album)
      #expect(
        try self.album(
          String(decoding: text, as: UTF8.self), ["label": album.label != nil, "brief": album.note == nil])
          == album)
    }
    let list = try PropertyListEncoder().encode(album)
    #expect(try PropertyListDecoder().decode(Album.self, from: list) == album)
  }

  @Test func `a text that begins with dots is no fragment`() throws {
    let json = #"{"id":"...","title":"...Card","artist":{"name":"..."},"year":2,"tracks":[]}"#
    #expect(try album(json, ["brief": true]).title == "...Card")
    #expect(try Album(json: json).id == "...")
  }

  @Test(arguments: ["", " ", "  ", "   "]) func `members of fragments are found wherever they stand`(
    _ space: String
  ) throws {
    let json =
      #"{"id":"1","title":"t",\#(space)"artist":{"name":"n"},\#(space)"...Card" : {"title":"t","artist":{"name":"n","born":1},"year":2,"tracks":[]}}"#
    #expect(try Album(json: json).card?.year == 2)
    #expect(try album(json, ["brief": true]).card?.year == 2)
  }

  @Test func `a large text without its fragments is read in linear time`() throws {
    // Each missing fragment would otherwise look for its place in the text from the start.
    let albums = Array(repeating: Self.least, count: 20_000).joined(separator: ",")
    #expect(try Albums(json: #"{"albums":[\#(albums)]}"#).albums.count == 20_000)
  }
}

private struct Albums: GraphQLObject {
  let albums: [ConditionalAlbum]
  init(_reading r: inout GraphQLReader) throws { albums = try r.selections("albums") }
  func _write(to w: inout GraphQLWriter) { w.selections("albums", albums) }
}

/// An operation of which only the values of its variables matter.
private struct AlbumQuery: GraphQLQuery {
  typealias Data = ConditionalAlbum

  static let operationName = "Album", operationDocument = "", operationID = ""
  var _conditions: _GraphQLConditions

  init(_conditions: _GraphQLConditions) { self._conditions = _conditions }
  init(_reading reader: inout GraphQLReader) throws { _conditions = [:] }
  func _write(to writer: inout GraphQLWriter) {}
  static func == (one: Self, other: Self) -> Bool { true }
}
