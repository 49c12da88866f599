import ApolloAPI

struct Card {
  private let card: MusicAPI.AlbumCard

  init(_ card: MusicAPI.AlbumCard) { self.card = card }

  var line: String { "\(card.title) by \(name(of: card.artist)), \(GenreName(card.genre).text)" }

  private func name(of artist: MusicAPI.AlbumCard.Artist) -> String { artist.name }
}
