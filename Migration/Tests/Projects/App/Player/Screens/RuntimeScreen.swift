import Apollo

struct RuntimeScreen: Screen {
  func show() async throws {
    let album = try await Client.shared.fetch(query: MusicAPI.AlbumPageQuery(id: "a1")).data?.album
    let rows = album?.tracks.map { $0.fragments.trackRow } ?? []
    print(Duration.text(seconds: rows.map(\.seconds).reduce(0, +)))
  }
}
