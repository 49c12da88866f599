import ApusCache
import ApusCacheSQLite
import ApusClient
import ApusConcurrency
import ApusTesting
import Foundation
import Testing

@testable import CacheFixtures

/// A mutation queue in a real file.
@Suite(.timeLimit(.minutes(5))) struct QueueFileTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func queue(_ server: ScriptedTransport, isOnline: Bool) async throws -> GraphQLMutationQueue {
    let url = try #require(URL(string: "https://example.org/graphql"))
    let client = GraphQLCachedClient(
      GraphQLClient(url: url, transport: server), cache: GraphQLCache(schema: ItemsQuery.cacheSchema))
    return try await GraphQLMutationQueue(
      client, storage: SQLiteStorage(url: folder.file), identity: "ada",
      handlers: [GraphQLMutationHandler(AddNoteMutation.self, key: .none, creates: { $0.note.id })],
      connectivity: GraphQLConnectivity(isOnline: isOnline))
  }

  @Test func `one queue writes to a file, and the next one finds what it left`() async throws {
    let first = try await queue(ScriptedTransport([]), isOnline: false)
    let note = try await first.enqueue(AddNoteMutation(text: "kept"))
    await #expect(throws: GraphQLStorageError.inUse) {
      _ = try await queue(ScriptedTransport([]), isOnline: false)
    }
    await first.close()
    let server = ScriptedTransport([.json("{\"data\":{\"addNote\":{\"id\":\"n1\",\"text\":\"kept\"}}}")])
    let second = try await queue(server, isOnline: true)
    for await mutations in await second.updates() where mutations.isEmpty { break }
    #expect(server.requests.count == 1)
    #expect(await second.serverID(of: note.temporaryID ?? "") == "n1")
    await second.close()
    #expect(try folder.files(with: "kept").isEmpty)
  }

  @Test func `a cache leaves a queue's file alone`() async throws {
    let first = try await queue(ScriptedTransport([]), isOnline: false)
    try await first.enqueue(AddNoteMutation(text: "kept"))
    await first.close()
    let events = Locked<[String]>([])
    let cache = GraphQLCache(schema: ItemsQuery.cacheSchema, storage: try SQLiteStorage(url: folder.file)) {
      event in
      events.withLock { $0.append("\(event)") }
    }
    await cache.load()
    try cache.writeItems(group: 1, value: 1, count: 3)
    await #expect(throws: GraphQLStorageError.self) { try await cache.flush() }
    #expect(events.withLock { $0 }.first?.contains("mutation queue") == true)
    withExtendedLifetime(cache) {}
    #expect(try !folder.files(with: "kept").isEmpty)
  }

  /// Unlike a cache's file, it cannot be fetched again.
  @Test func `a damaged file is not removed`() async throws {
    let text = String(repeating: "not a database ", count: 500)
    try Data(text.utf8).write(to: folder.file)
    try Data().write(to: URL(fileURLWithPath: folder.file.path + ".apus-lock"))
    await #expect(throws: GraphQLStorageError.self) {
      _ = try await queue(ScriptedTransport([]), isOnline: false)
    }
    #expect(try String(contentsOf: folder.file, encoding: .utf8) == text)
  }
}
