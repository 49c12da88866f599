import Apollo

struct Rows {
  var nodes: [MusicAPI.AlbumListQuery.Data.Album?]?
  var albums: [MusicAPI.AlbumListQuery.Data.Album]
  var page: MusicAPI.AlbumPageQuery.Data?

  var last: MusicAPI.AlbumCard? { nodes?.last??.fragments.albumCard }
  var first: MusicAPI.AlbumCard? { albums.first?.fragments.albumCard }
  var artist: String? { page?.album?.fragments.albumCard.artist.name }
  var cards: [MusicAPI.AlbumCard] { albums.map { $0.fragments.albumCard } }
  var paths: [MusicAPI.AlbumCard] { albums.map(\.fragments.albumCard) }
  func card(_ album: MusicAPI.AlbumListQuery.Data.Album) -> MusicAPI.AlbumCard { album.fragments.albumCard }
  func row(for id: String?) -> MusicAPI.AlbumListQuery.Data.Album { albums[id == nil ? 0 : 1] }
  var one: MusicAPI.AlbumCard { row(for: page?.album?.id).fragments.albumCard }
}
