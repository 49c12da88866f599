import Apollo

struct NextPageScreen: Screen {
  var cursor: String? = nil

  func show() async throws {
    let query = MusicAPI.AlbumListQuery(genre: nil, first: 2, after: cursor ?? .none)
    let response = try await Client.shared.fetch(query: query)
    let last = response.data?.albums.last?.id
    print(last ?? "no page")
  }
}
