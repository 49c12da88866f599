import Apollo
import Foundation

/// Names of the schema's scalars and types that mean others here.
struct Cache<ID: Hashable, Genre> {
  var items: [ID: Genre] = [:]
  var changed = Date()
  func item(_ id: ID) -> Genre? { items[id] }
}

struct DateTime { var date = Date() }
typealias Track = String

final class GraphQLClient {
  let inner: ApolloClient
  init(_ inner: ApolloClient) { self.inner = inner }
  func fetch(query: String) -> String { query }
}

struct Player {
  let api: GraphQLClient
  func play() -> String { api.fetch(query: "name") + "\(DateTime().date)" }
  func load() async throws -> MusicAPI.DateTime? {
    try await api.inner.fetch(query: MusicAPI.AlbumPageQuery(id: "a")).data?.album?.released
  }
}
