struct ResultLine {
  var result: MusicAPI.SearchQuery.Data.Search

  init(_ result: MusicAPI.SearchQuery.Data.Search) { self.result = result }

  var text: String {
    if let album = result.asAlbum { return "album \(album.title)" }
    if let artist = result.asArtist { return "artist \(ArtistLine(artist: artist).text)" }
    if let band = result.asBand { return "band \(BandLine(band: band).text)" }
    return "something else"
  }
}
