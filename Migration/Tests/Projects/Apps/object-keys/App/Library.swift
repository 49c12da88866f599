import Apollo

struct Library: Sendable {
  let client: ApolloClient

  func title(of id: String) async throws -> String {
    try await client.store.withinReadTransaction { transaction in
      try await transaction.readObject(ofType: LibraryAPI.AlbumName.self, withKey: "Album:\(id)").title
    }
  }

  func rename(_ id: String, to title: String) async throws {
    try await client.store.withinReadWriteTransaction { transaction in
      try await transaction.updateObject(ofType: LibraryAPI.AlbumName.self, withKey: "Album:\(id)") {
        $0.title = title
      }
    }
  }

  func keep(_ album: LibraryAPI.AlbumName) async throws {
    try await client.store.withinReadWriteTransaction { transaction in
      try await transaction.write(selectionSet: album, withKey: "Album:\(album.id)")
    }
  }

  func forget(_ id: String) async throws {
    try await client.store.withinReadWriteTransaction { transaction in
      try await transaction.removeObject(for: "Album:\(id)")
      try await transaction.removeObjects(matching: "Album")
    }
  }

  func album(_ id: String) async throws -> String? {
    try await client.store.withinReadTransaction { transaction in
      try await transaction.read(query: LibraryAPI.AlbumQuery(id: id)).album?.title
    }
  }

  func forgetAll(_ ids: [String], in transaction: ApolloStore.ReadWriteTransaction) async throws {
    for id in ids { try await transaction.removeObject(for: "Album:\(id)") }
  }

  func first(_ store: ApolloStore) async throws -> String {
    try await store.withinReadTransaction { try await $0.read(query: LibraryAPI.AlbumQuery(id: "1")) }.album?
      .title ?? ""
  }
}

struct Shelf: Sendable {
  let store: ApolloStore
  func first() async throws -> String? {
    try await self.store.withinReadTransaction { try await $0.read(query: LibraryAPI.AlbumQuery(id: "1")) }
      .album?.title
  }

  /// All that this does with the store can stay: it becomes a cache, which is no Optional.
  func keep(_ data: LibraryAPI.AlbumQuery.Data) async throws {
    try await store.withinReadWriteTransaction { transaction in
      try await transaction.write(data: data, for: LibraryAPI.AlbumQuery(id: "1"))
    }
  }
}
