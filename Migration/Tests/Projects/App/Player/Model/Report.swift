struct Report {
  var lines: [String] = []

  mutating func add(_ albums: [MusicAPI.AlbumListQuery.Data.Album]) {
    lines += albums.map { album in
      "\(album.fragments.albumCard.title) \("by \(album.fragments.albumCard.artist.name)")"
    }
  }
}
