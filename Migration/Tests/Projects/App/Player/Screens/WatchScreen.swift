import Apollo

/// Follows an album while its title changes.
struct WatchScreen: Screen {
  func show() async throws {
    let (titles, continuation) = AsyncStream.makeStream(of: String.self)
    let query = MusicAPI.AlbumPageQuery(id: "a1")
    let watcher = await Client.shared.watch(query: query) { result in
      if let title = try? result.get().data?.album?.title { continuation.yield(title) }
    }
    var iterator = titles.makeAsyncIterator()
    print(await iterator.next() ?? "nothing")
    try await Client.shared.store.withinReadWriteTransaction { transaction in
      try await transaction.update(MusicAPI.AlbumTitleLocalCacheMutation(id: "a1")) { data in
        data.album?.title = "Kind of Red"
      }
    }
    print(await iterator.next() ?? "nothing")
    watcher.cancel()
  }
}
