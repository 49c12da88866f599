import ApolloAPI

struct AlbumHeader {
  var album: MusicAPI.AlbumPageQuery.Data.Album

  var text: String {
    // The fragment's fields, by the fragment: MusicAPI.AlbumCard.
    let card = album.fragments.albumCard
    return "\(Card(card).line) (\(DateLine(album.released).text))"
  }
}
