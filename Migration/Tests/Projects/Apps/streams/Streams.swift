import Apollo

struct Streams: Sendable {
  let client: ApolloClient
  let query = MusicAPI.AlbumListQuery(genre: .none, first: 3, after: .none)

  func both() async throws -> [Int] {
    var counts: [Int] = []
    for try await response in try client.fetch(query: query, cachePolicy: .cacheAndNetwork) {
      counts.append(response.data?.albums.count ?? 0)
    }
    return counts
  }

  func cached() async throws -> Int? {
    try await client.fetch(query: query, cachePolicy: .cacheOnly).data?.albums.count
  }

  func patient() async throws -> Int? {
    try await client.fetch(query: query, requestConfiguration: RequestConfiguration(requestTimeout: 60))
      .data?.albums.count
  }

  func later() async throws -> Int? {
    async let response = client.fetch(query: query)
    return try await response.data?.albums.count
  }
}
