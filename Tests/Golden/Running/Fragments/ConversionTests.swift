import Apus
import Foundation
import Testing

/// The concrete types of fragments: equality and hashing, coding, and what becomes of a value that is converted.
@Suite(.timeLimit(.minutes(15))) struct ConversionTests {
  private let newest = HomeQuery.Data.Newest(
    title: "Blue Hour", artist: .init(name: "Ina Loft"), tracks: [.init(title: "Dusk", seconds: 212)])
  private let best = ArtistPageQuery.Data.Artist.Best(
    title: "Blue Hour", artist: .init(name: "Ina Loft", country: "NO"), year: 2019)

  @Test func `the conversion of a fragment's own type is the value itself`() {
    #expect(AlbumCardData(AlbumCardData.sample) == .sample)
    let rows: [ResultRowData] = [
      .album(.init(title: "Low Tide", artist: nil)),
      .artist(.init(name: "Bo", country: nil)),
      .other(.init(__typename: "Label")),
    ]
    #expect(rows.map { ResultRowData($0) } == rows)
  }

  @Test func `values of two operations are equal when converted`() {
    #expect(AlbumCardData(newest) == AlbumCardData(best))
    #expect(AlbumCardData(newest).hashValue == AlbumCardData(best).hashValue)
    #expect(AlbumCardData(newest) != AlbumCardData(title: "Blue Hour", artist: nil))
    #expect(Set([AlbumCardData(newest), AlbumCardData(best), .sample]).count == 1)
  }

  @Test func `a conversion keeps what the fragment selects`() {
    let result = SearchQuery.Data.Search.album(
      .init(title: "Low Tide", artist: .init(name: "Ina Loft"), year: 2019))
    let row = ResultRowData.album(
      .init(title: "Low Tide", artist: .init(name: "Ina Loft")))
    #expect(ResultRowData(result) == row)
  }

  @Test func `concrete types are Codable`() throws {
    let data = try JSONEncoder().encode([AlbumCardData(best)])
    #expect(try GraphQLValue(json: data) == [["title": "Blue Hour", "artist": ["name": "Ina Loft"]]])
    #expect(try JSONDecoder().decode([AlbumCardData].self, from: data) == [.sample])
    let row = ResultRowData.other(.init(__typename: "Podcast"))
    #expect(try JSONDecoder().decode(ResultRowData.self, from: JSONEncoder().encode(row)) == row)
  }

  @Test func `values cross to other tasks`() async {
    let album = newest
    // The closure is @Sendable: with a type that is not, this would not compile.
    let converted = await Task.detached { AlbumCardData(album) }.value
    #expect(converted == .sample)
    #expect(await title(album) == "Blue Hour")
  }

  /// The protocol inherits Sendable: a value that is known by it alone may leave for another task.
  private func title(_ album: some AlbumCardFragment) async -> String {
    await Task.detached { album.title }.value
  }
}
