struct ArtistLine {
  var artist: MusicAPI.SearchQuery.Data.Search.AsArtist

  var text: String { "\(artist.name) (\(artist.country ?? "nowhere"))" }
}
