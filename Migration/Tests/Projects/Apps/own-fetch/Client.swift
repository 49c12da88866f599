import Apollo
import Foundation

let client = ApolloClient(url: URL(fileURLWithPath: "/"))

// Network only, unless a call says otherwise: the opposite of what Apollo does.
extension ApolloClient {
  func fetch<Query: GraphQLQuery>(query: Query, isCached: Bool = false) async throws -> Query.Data {
    try await withCheckedThrowingContinuation { continuation in
      fetch(query: query, cachePolicy: isCached ? .returnCacheDataElseFetch : .fetchIgnoringCacheData) {
        result in
        continuation.resume(
          with: result.flatMap { result in
            result.data.map { .success($0) } ?? .failure(URLError(.badServerResponse))
          })
      }
    }
  }
}
