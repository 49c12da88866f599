struct Row {
  var album: MusicAPI.AlbumListQuery.Data.Album

  init(_ album: MusicAPI.AlbumListQuery.Data.Album) { self.album = album }

  var text: String { "\(album.id): \(Card(album.fragments.albumCard).line)" }
}
