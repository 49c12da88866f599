import Apollo

/// Changes what the cache has, and asks for it again.
struct RetitleScreen: Screen {
  func show() async throws {
    let query = MusicAPI.AlbumPageQuery(id: "a1")
    print(try await Client.shared.fetch(query: query).data?.album?.title ?? "nothing")
    try await Client.shared.store.withinReadWriteTransaction { transaction in
      try await transaction.update(MusicAPI.AlbumTitleLocalCacheMutation(id: "a1")) { data in
        data.album?.title = "Kind of Green"
      }
    }
    print(try await Client.shared.fetch(query: query).data?.album?.title ?? "nothing")
    print(
      try await Client.shared.fetch(query: query, cachePolicy: .cacheFirst).data?.album?.title ?? "nothing")
    print(
      try await Client.shared.fetch(query: query, cachePolicy: .networkOnly).data?.album?.title ?? "nothing")
    try await Client.shared.clearCache()
  }
}
