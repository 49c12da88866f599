import Apollo
import Foundation

func make(_ url: URL) -> ApolloClient { ApolloClient(url: url, defaultCachePolicy: .networkOnly) }

func load(_ client: ApolloClient) async throws -> Int {
  let query = MusicAPI.AlbumListQuery(genre: .none, first: 3, after: .none)
  let first = try await client.fetch(query: query)
  let second = try await client.fetch(query: query, cachePolicy: .networkOnly)
  return (first.data?.albums.count ?? 0) + (second.data?.albums.count ?? 0)
}
