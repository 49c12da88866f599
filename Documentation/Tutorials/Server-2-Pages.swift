enum Pages {
  static func line(_ album: some AlbumLineFragment) -> String {
    "\(album.title), \(album.artist?.name ?? "various artists")\n"
  }
}
