import Apollo

struct JazzScreen: Screen {
  func show() async throws {
    let response = try await Client.shared.fetch(
      query: MusicAPI.AlbumListQuery(genre: .some(.case(.jazz)), first: 3, after: .null),
      cachePolicy: .networkOnly)
    let jazz = response.data?.albums.filter { $0.genre == .case(.jazz) } ?? []
    print("\(jazz.count) of jazz")
  }
}
