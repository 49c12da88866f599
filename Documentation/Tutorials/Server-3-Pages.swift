enum Pages {
  static func line(_ album: some AlbumLineFragment) -> String {
    "\(album.title), \(album.artists.map(\.name).joined(separator: ", "))\n"
  }

  static func page(_ album: AlbumQuery.Data.Album) -> String {
    line(album) + album.tracks.map { "- \($0.title)\n" }.joined()
  }
}
