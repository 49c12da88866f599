import Apollo

struct CardScreen: Screen {
  func show() async throws {
    let data = try await Client.shared.fetch(query: MusicAPI.AlbumPageQuery(id: "a1")).data
    let card: MusicAPI.AlbumCard? = data?.album?.fragments.albumCard
    print(card.map { Card($0).line } ?? "no card")
    print(data?.album?.fragments.albumCard.title ?? "no title")
  }
}
