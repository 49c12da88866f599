import Apollo

struct LibraryScreen: Screen {
  func show() async throws {
    var library = Library()
    let query = MusicAPI.AlbumListQuery(genre: .null, first: .null, after: .none)
    for album in try await Client.shared.fetch(query: query).data?.albums ?? [] {
      library.add(album.fragments.albumCard)
    }
    print(library.titles)
  }
}
