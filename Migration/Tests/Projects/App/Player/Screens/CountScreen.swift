import Apollo

struct CountScreen: Screen {
  func show() async throws {
    var counter = Counter()
    let query = MusicAPI.AlbumListQuery(genre: nil, first: nil, after: nil)
    for album in try await Client.shared.fetch(query: query).data?.albums ?? [] { counter.add(album.genre) }
    print(counter.count(of: .jazz), counter.count(of: .rock))
  }
}
