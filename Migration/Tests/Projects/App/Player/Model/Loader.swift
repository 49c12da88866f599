import Apollo

enum Loader {
  static func load<Query: GraphQLQuery, Value>(_ query: Query, _ read: (Query.Data) -> Value?) async throws
    -> Value?
  {
    try await Client.shared.fetch(query: query).data.flatMap(read)
  }
}
