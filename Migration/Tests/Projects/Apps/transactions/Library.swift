import Apollo
import Foundation

struct Library: Sendable {
  let client: ApolloClient
  let store: ApolloStore
  let query = MusicAPI.AlbumPageQuery(id: "a")

  func load() async -> MusicAPI.AlbumPageQuery.Data? { nil }

  func keep(_ data: MusicAPI.AlbumPageQuery.Data) async throws {
    try await client.store.withinReadWriteTransaction { transaction in
      try await transaction.write(data: data, for: query)
    }
  }

  func renew() async throws {
    try await client.store.withinReadWriteTransaction { transaction in
      if let data = await load() { try await transaction.write(data: data, for: query) }
    }
  }

  func clear() async throws {
    try await store.clearCache()
    try await client.store.clearCache()
  }
}
