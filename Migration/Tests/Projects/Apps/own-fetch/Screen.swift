import Apollo

struct Screen {
  let api: ApolloClient

  func titles() async throws -> [String] {
    let first = try await api.fetch(query: MusicAPI.AlbumListQuery(genre: nil, first: .some(3), after: .none))
    let second = try await client.fetch(query: MusicAPI.AlbumPageQuery(id: "a"), isCached: true)
    return first.albums.map { $0.title } + [second.album?.title].compactMap { $0 }
  }
}
