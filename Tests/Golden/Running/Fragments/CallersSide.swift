import Apus

// What callers write over the fragments of the golden case FromTheCallersSide. The page "Fragments" of the documentation
// shows the parts between `snippet:` and `end` as they stand here, so the names are those without a namespace.

typealias AlbumCardFragment = FromTheCallersSide.AlbumCardFragment
typealias AlbumCardData = FromTheCallersSide.AlbumCardData
typealias ResultRowFragment = FromTheCallersSide.ResultRowFragment
typealias ResultRowData = FromTheCallersSide.ResultRowData
typealias HomeQuery = FromTheCallersSide.HomeQuery
typealias ShelfQuery = FromTheCallersSide.ShelfQuery
typealias ArtistPageQuery = FromTheCallersSide.ArtistPageQuery
typealias SearchQuery = FromTheCallersSide.SearchQuery

// snippet: function
func card(_ album: some AlbumCardFragment) -> String {
  "\(album.title) by \(album.artist?.name ?? "various artists")"
}
// end

// snippet: list
func titles(_ albums: [any AlbumCardFragment]) -> [String] {
  albums.map { album in "\(album.title), \(album.artist?.name ?? "various artists")" }
}
// end

// snippet: store
struct Favorites {
  private(set) var albums: [String: AlbumCardData] = [:]
  private(set) var timesPlayed: [AlbumCardData: Int] = [:]

  mutating func add(_ album: some AlbumCardFragment) { albums[album.title] = AlbumCardData(album) }

  mutating func play(_ album: some AlbumCardFragment) { timesPlayed[AlbumCardData(album), default: 0] += 1 }
}
// end

// snippet: view
struct AlbumRow<Album: AlbumCardFragment>: TextView {
  let album: Album

  var body: String { "♪ \(album.title)" }
}
// end

/// What `View` is to SwiftUI, so that the row compiles on every platform.
protocol TextView {
  var body: String { get }
}

// snippet: switch
func line(_ result: some ResultRowFragment) -> String {
  switch result.resultRowCase {
  case .album(let album): card(album)
  case .artist(let artist): "\(artist.name), \(artist.country ?? "somewhere")"
  case .other: "something new"
  }
}
// end

// snippet: sample
extension AlbumCardData {
  static let sample = AlbumCardData(title: "Blue Hour", artist: .init(name: "Ina Loft"))
}
// end

// snippet: primary
func sameArtist<Artist: Equatable>(
  _ first: some AlbumCardFragment<Artist>, _ second: some AlbumCardFragment<Artist>
) -> Bool {
  first.artist == second.artist
}
// end
