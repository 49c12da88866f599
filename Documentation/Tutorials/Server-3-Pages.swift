enum Pages {
  static func line(_ album: some AlbumLineFragment) -> String {
    "\(album.title), \(album.artist?.name ?? "various artists")\n"
  }

  static func page(_ album: AlbumQuery.Data.Album) -> String {
    line(album) + album.tracks.map { "- \($0.title)\n" }.joined()
  }
}
