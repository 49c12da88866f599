import Apollo

struct AlbumListScreen: Screen {
  func show() async throws {
    let query = MusicAPI.AlbumListQuery(genre: .none, first: .some(10), after: nil)
    let response = try await Client.shared.fetch(query: query)
    for album in response.data?.albums ?? [] { print(Row(album).text) }
  }
}
