import Apus
import Testing

/// Each use of a fragment is read with its own values for the fragment's variables.
@Suite(.timeLimit(.minutes(15))) struct FragmentArgumentsTests {
  private typealias Albums = ArgumentsThatDecide

  /// A server that sends what nobody asked for shows which conditions were asked.
  private func home(isLong: Bool, hasCard: Bool) throws -> Albums.HomeQuery.Data {
    let shared = #""title": "T", "year": 1, "artist": {"name": "N", "born": 2}"#
    let album = #"{"id": "1", \#(shared), "related": []}"#
    let newest = #"{"id": "2", \#(shared), "related": [\#(album)]}"#
    let data = #"{"album": \#(album), "albums": [\#(album)], "newest": \#(newest), "first": {"title": "F"}}"#
    let response = try Albums.HomeQuery(isLong: isLong, hasCard: hasCard).response(
      json: Array(#"{"data": \#(data)}"#.utf8))
    return try #require(response.data)
  }

  @Test(arguments: [true, false]) func `variables of the operation`(_ isLong: Bool) throws {
    let data = try home(isLong: isLong, hasCard: true)
    #expect(data.album.year == (isLong ? 1 : nil))
    #expect(data.album.artist.born == (isLong ? 2 : nil))
    #expect(data.first.title == (isLong ? nil : "F"))
  }

  @Test func `literals are arguments of fragments`() throws {
    let data = try home(isLong: true, hasCard: true)
    #expect(data.albums[0].year == nil && data.albums[0].artist.born == nil)
    #expect(data.newest.card?.year == 1 && data.newest.card?.artist.born == 2)
    // A use within another one, with another value; the outer one's is not lost.
    #expect(data.newest.related[0].year == nil && data.newest.related[0].artist.born == nil)
    #expect(try home(isLong: true, hasCard: false).newest.card == nil)
  }

  @Test func `one type`() throws {
    let data = try home(isLong: false, hasCard: true)
    #expect(Albums.CardData(data.album) == data.albums[0])
    #expect(Albums.CardData(data.album) != data.newest.card)
  }

  /// Without the operation, members decide; a value that was encoded says itself what it has.
  @Test func `without the operation`() throws {
    let card = try Albums.CardData(json: Array(#"{"title": "T", "artist": {"name": "N", "born": 2}}"#.utf8))
    #expect(card.year == nil && card.artist.born == 2)
    let data = try home(isLong: true, hasCard: true)
    #expect(try Albums.HomeQuery.Data(json: data.json()) == data)
  }
}
