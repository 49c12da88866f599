#if canImport(Apollo) || canImport(ApusClient)
  import Apollo
#endif

struct LookupScreen: Screen {
  func show() async throws {
    #if DEBUG
      print("debugging")
    #endif
    let query = MusicAPI.AlbumListQuery(genre: .some(GraphQLEnum(rawValue: "JAZZ")), first: nil, after: nil)
    let albums = try await Client.shared.fetch(query: query).data?.albums ?? []
    let byID: [String: MusicAPI.AlbumListQuery.Data.Album] = Dictionary(
      uniqueKeysWithValues: albums.map { ($0.id, $0) })
    print(byID["a2"]?.fragments.albumCard.artist.name ?? "nobody")
  }
}
