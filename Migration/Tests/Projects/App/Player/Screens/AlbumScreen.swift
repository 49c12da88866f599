import Apollo

struct AlbumScreen: Screen {
  var id: String

  func show() async throws {
    let response = try await Client.shared.fetch(query: MusicAPI.AlbumPageQuery(id: id))
    guard let album = response.data?.album else { return }
    print(AlbumHeader(album: album).text)
    for track in album.tracks { print(TrackLine(track.fragments.trackRow).text) }
  }
}
