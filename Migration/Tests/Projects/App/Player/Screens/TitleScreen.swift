import Apollo

struct TitleScreen: Screen {
  func show() async throws {
    let title = try await Loader.load(MusicAPI.AlbumPageQuery(id: "a1")) { $0.album?.title }
    print(title ?? "no title")
  }
}
