import ApolloAPI

/// Albums by their title; /* not a comment's end: MusicAPI.AlbumCard */
struct Library {
  private(set) var cards: [String: MusicAPI.AlbumCard] = [:]

  mutating func add(_ card: MusicAPI.AlbumCard) { cards[card.title] = card }

  var titles: [String] { cards.keys.sorted() }
}
