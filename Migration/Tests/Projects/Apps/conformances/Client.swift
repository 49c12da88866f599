import Apollo
import Foundation

/// Apollo's client meets this without a line of the app's.
protocol Fetching: Sendable {
  func fetch<Query: GraphQLQuery>(query: Query, cachePolicy: CachePolicy) async throws -> GraphQLResponse<
    Query
  >
}

extension ApolloClient: Fetching {}

struct Loader: Sendable {
  let fetching: any Fetching
  let client: ApolloClient

  func titles() async throws -> [String] {
    let query = MusicAPI.AlbumListQuery(genre: .none, first: nil, after: "a")
    let first = try await fetching.fetch(query: query, cachePolicy: .networkOnly)
    let second = try await client.fetch(query: query, cachePolicy: .networkFirst)
    if second.errors?.isEmpty == false { return [] }
    return (first.data?.albums ?? []).map { $0.title } + (second.data?.albums.map { $0.title } ?? [])
  }
}
