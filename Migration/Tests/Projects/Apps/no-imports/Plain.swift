// Sees ApolloAPI through generated code, and the client by its value.

/// A page.
func page(_ after: GraphQLNullable<String> = .none) async throws -> [String] {
  let response = try await shared.fetch(
    query: MusicAPI.AlbumListQuery(genre: .some(.init(.rock)), first: .some(2), after: after))
  return response.data?.albums.map { $0.title } ?? []
}
