import Apus
import Foundation
import Testing

/// Over the golden case of the same name: `Card` is always there, `Cover` under `$y`, `Details` in both and in the artist.
@Suite(.timeLimit(.minutes(15))) struct SpreadsThatReadOneObjectTests {
  private typealias Home = SpreadsThatReadOneObject.HomeQuery
  private typealias Card = SpreadsThatReadOneObject.CardData

  private static let states = [true, false].flatMap { x in
    [true, false].flatMap { y in [true, false].map { z in (x, y, z) } }
  }

  private func data(_ x: Bool, _ y: Bool, _ z: Bool) throws -> Home.Data {
    var album: [String] = [], artist: [String] = []
    if x || y && z { album.append(#""__typename":"Album","id":"1""#) }
    if x || y { album.append(#""title":"T""#) }
    if y { artist.append(#""__typename":"Artist","id":"2""#) }
    if x && y { artist.append(#""name":"N""#) }
    album.append(#""artist":{\#(artist.joined(separator: ","))}"#)
    let row = y && z ? #""__typename":"Artist","id":"3","name":"R""# : #""name":"R""#
    album.append(#""rows":[[{\#(row)}],[]]"#)
    let json = #"{"data":{"album":{\#(album.joined(separator: ","))}}}"#
    return try #require(try Home(x: x, y: y, z: z).response(json: json.utf8).data)
  }

  @Test(arguments: Self.states) func `each property is there by its own condition`(
    _ x: Bool, _ y: Bool, _ z: Bool
  )
    throws
  {
    let album = try data(x, y, z).album
    #expect((album.details != nil) == x)
    #expect((album.title != nil) == x)
    #expect((album.cover != nil) == y)
    #expect((album.cover?.details != nil) == (y && z))
    #expect((album.artist.details != nil) == y)
    #expect((album.cover?.artist.details != nil) == (y && z))
    #expect((album.cover?.artist.name != nil) == (x && y))
    #expect((album.cover?.rows.first?.first?.name != nil) == (x && y))
    #expect((album.cover?.rows.first?.first?.details != nil) == (y && z))
  }

  @Test(arguments: Self.states) func `it comes back on every way`(_ x: Bool, _ y: Bool, _ z: Bool) throws {
    let data = try data(x, y, z)
    let encoded = [Data(try data.json()), try JSONEncoder().encode(data)]
    for json in encoded {
      #expect(try Home.Data(json: json) == data)
      #expect(try JSONDecoder().decode(Home.Data.self, from: json) == data)
      // In any order, with white space.
      let pretty = try JSONSerialization.data(
        withJSONObject: JSONSerialization.jsonObject(with: json), options: [.prettyPrinted, .sortedKeys])
      #expect(try Home.Data(json: pretty) == data)
    }
  }

  @Test(arguments: Self.states) func `a fragment reads what a conforming type writes`(
    _ x: Bool, _ y: Bool, _ z: Bool
  )
    throws
  {
    let album = try data(x, y, z).album
    #expect(try Card(json: album.json()) == Card(album))
    #expect(try JSONDecoder().decode(Card.self, from: JSONEncoder().encode(album)) == Card(album))
  }

  @Test func `each fragment is a member of its own`() throws {
    let album = try GraphQLValue(json: data(false, true, true).album.json())
    #expect(album["...Details"] == .null)
    #expect(album["...Cover"]["...Details"]["id"] == "1")
    #expect(album["title"] == .null)
    #expect(album["...Cover"]["title"] == "T")
    #expect(album["artist"]["...Details"]["id"] == "2")
  }
}
