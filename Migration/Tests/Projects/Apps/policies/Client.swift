import Apollo
import Foundation

struct Loader: Sendable {
  let client: ApolloClient
  func load(_ policy: CachePolicy) async throws -> Int {
    let query = MusicAPI.AlbumListQuery(genre: nil, first: nil, after: nil)
    let a = try await client.fetch(query: query)
    let b = try await client.fetch(query: query, cachePolicy: .networkFirst)
    let c = try await client.fetch(query: query, cachePolicy: policy)
    return (a.data?.albums.count ?? 0) + (b.data?.albums.count ?? 0) + (c.data?.albums.count ?? 0)
  }
}
