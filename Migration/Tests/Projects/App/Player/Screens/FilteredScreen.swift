import Apollo

struct FilteredScreen: Screen {
  var genre: MusicAPI.Genre = .hipHop

  func show() async throws {
    let query = MusicAPI.AlbumListQuery(genre: .some(GraphQLEnum(genre)), first: .none, after: .some("a0"))
    let albums = try await Client.shared.fetch(query: query).data?.albums ?? []
    print(albums.first { $0.genre == GraphQLEnum(.hipHop) }?.title ?? "nothing")
  }
}
