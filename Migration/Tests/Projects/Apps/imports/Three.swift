#if canImport(Apollo)
  import Apollo
#endif

typealias Client = ApolloClient

func three(_ client: Client) async throws -> Int {
  try await client.fetch(query: MusicAPI.AlbumListQuery(genre: nil, first: nil, after: nil)).data?.albums
    .count ?? 0
}
