enum Pages {
  static func line(_ album: some AlbumLineFragment) -> String {
    "\(album.title), \(album.artists.map(\.name).joined(separator: ", "))\n"
  }
}
