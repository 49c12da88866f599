import Apollo
import Foundation

/// A service of the app's own, whose calls look like Apollo's.
protocol Service: Sendable {
  func fetch<Query: GraphQLQuery>(query: Query) async throws -> Query.Data?
  func watch<Query: GraphQLQuery>(query: Query) async -> Query.Data?
}

struct ApolloService: Service {
  let apollo: ApolloClient

  func fetch<Query: GraphQLQuery>(query: Query) async throws -> Query.Data? {
    try await apollo.fetch(query: query).data
  }

  func watch<Query: GraphQLQuery>(query: Query) async -> Query.Data? { try? await fetch(query: query) }
}

struct Model {
  let service: any Service
  func title() async throws -> String? {
    try await service.fetch(query: MusicAPI.AlbumPageQuery(id: "1"))?.album?.title
  }
  func other() async -> Int {
    await service.watch(query: MusicAPI.AlbumPageQuery(id: "1"))?.album?.tracks.count ?? 0
  }
}
