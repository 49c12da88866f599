import Apus
import Testing

/// Fragments as a caller uses them: what ``card(_:)`` and its neighbors do with responses of several operations.
@Suite(.timeLimit(.minutes(15))) struct CallersSideTests {
  private let home: HomeQuery.Data
  private let shelf: ShelfQuery.Data
  private let page: ArtistPageQuery.Data
  private let search: SearchQuery.Data

  init() throws {
    home = try HomeQuery.Data(
      json: """
        {"newest": {"title": "Blue Hour", "artist": {"name": "Ina Loft"}, "tracks": [{"title": "Dusk", "seconds": 212}]}}
        """)
    shelf = try ShelfQuery.Data(json: #"{"shelf": [{"title": "Field Notes", "artist": null}]}"#)
    page = try ArtistPageQuery.Data(
      json: """
        {"artist": {"name": "Ina Loft",
          "best": {"title": "Low Tide", "year": 2019, "artist": {"name": "Ina Loft", "country": "NO"}}}}
        """)
    search = try SearchQuery.Data(
      json: """
        {"search": [
          {"__typename": "Album", "title": "Low Tide", "artist": {"name": "Ina Loft"}, "year": 2019},
          {"__typename": "Artist", "name": "Ina Loft", "country": null},
          {"__typename": "Podcast"}]}
        """)
  }

  private var best: ArtistPageQuery.Data.Artist.Best {
    get throws { try #require(page.artist?.best) }
  }

  @Test func `a function takes the albums of every operation`() throws {
    #expect(card(home.newest) == "Blue Hour by Ina Loft")
    #expect(card(shelf.shelf[0]) == "Field Notes by various artists")
    #expect(try card(best) == "Low Tide by Ina Loft")
    #expect(try card(#require(search.search[0].asAlbum)) == "Low Tide by Ina Loft")
  }

  @Test func `a list holds the albums of three operations`() throws {
    // snippet: mixed
    let albums: [any AlbumCardFragment] = [home.newest, shelf.shelf[0], try best]
    // end
    #expect(titles(albums) == ["Blue Hour, Ina Loft", "Field Notes, various artists", "Low Tide, Ina Loft"])
    #expect(albums.map { card($0) }.last == "Low Tide by Ina Loft")
    #expect(
      albums.map { AlbumCardData($0) } == [
        .sample, AlbumCardData(title: "Field Notes", artist: nil),
        AlbumCardData(title: "Low Tide", artist: .init(name: "Ina Loft")),
      ])
  }

  @Test func `a dictionary stores them as keys and values`() throws {
    var favorites = Favorites()
    favorites.add(home.newest)
    favorites.add(shelf.shelf[0])
    #expect(favorites.albums == ["Blue Hour": .sample, "Field Notes": shelf.shelf[0]])
    favorites.play(try best)
    favorites.play(try #require(search.search[0].asAlbum))
    favorites.play(home.newest)
    #expect(favorites.timesPlayed == [AlbumCardData(try best): 2, .sample: 1])
  }

  @Test func `a view is generic over the fragment`() throws {
    #expect(AlbumRow(album: home.newest).body == "♪ Blue Hour")
    #expect(AlbumRow(album: AlbumCardData.sample).body == "♪ Blue Hour")
    let rows: [any TextView] = [AlbumRow(album: shelf.shelf[0]), AlbumRow(album: try best)]
    #expect(rows.map(\.body) == ["♪ Field Notes", "♪ Low Tide"])
  }

  @Test func `a conditional fragment is switched over`() {
    #expect(
      search.search.map { line($0) } == ["Low Tide by Ina Loft", "Ina Loft, somewhere", "something new"])
    #expect(search.search.map { line(ResultRowData($0)) } == search.search.map { line($0) })
  }

  @Test func `values are made by hand`() {
    #expect(card(AlbumCardData.sample) == "Blue Hour by Ina Loft")
    let row = ResultRowData.artist(.init(name: "Bo", country: "SE"))
    #expect(line(row) == "Bo, SE")
  }

  @Test func `primary associated type says that two have one artist type`() {
    #expect(sameArtist(home.newest, AlbumCardData.sample))
    #expect(!sameArtist(home.newest, shelf.shelf[0]))
  }
}
