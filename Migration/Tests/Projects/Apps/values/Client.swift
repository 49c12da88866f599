import Apollo

struct Loader: Sendable {
  let client: ApolloClient
  let store: ApolloStore?

  func load() async throws -> Int? {
    let query = MusicAPI.AlbumListQuery(genre: .none, first: 3, after: .none)
    return try await client.fetch(query: query, cachePolicy: .default).data?.albums.count
  }

  func data<Query: GraphQLQuery>(_ response: GraphQLResponse<Query>) -> Query.Data? { response.data }
}
