import ApusCache
import ApusCacheSQLite
import ApusClient
import ApusConcurrency
import ApusOfflineMutations
import ApusTesting
import Foundation
import Testing

import CacheFixtures

/// A mutation queue in a real file.
@Suite(.timeLimit(.minutes(5))) struct QueueFileTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func queue(
    _ server: ScriptedTransport, isOnline: Bool, _ events: Locked<[GraphQLMutationQueueEvent]> = Locked([]),
    file: URL? = nil
  ) async throws -> GraphQLMutationQueue {
    let url = try #require(URL(string: "https://example.org/graphql"))
    let client = GraphQLCachedClient(
      GraphQLClient(url: url, transport: server), cache: GraphQLCache(schema: ItemsQuery.cacheSchema))
    return try await GraphQLMutationQueue(
      client, storage: SQLiteStorage(url: file ?? folder.file), identity: "ada",
      handlers: [GraphQLMutationHandler(AddNoteMutation.self, key: .none, creates: { $0.note.id })],
      connectivity: GraphQLConnectivity(isOnline: isOnline)
    ) { event in events.withLock { $0.append(event) } }
  }

  @Test func `one queue writes to a file, and the next one finds what it left`() async throws {
    let first = try await queue(ScriptedTransport([]), isOnline: false)
    let note = try await first.enqueue(AddNoteMutation(text: "kept"))
    await #expect(throws: GraphQLMutationQueueError.inUse) {
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

  /// The pages in the middle are gone; what the others have is given to the app, and stays in a new file.
  @Test func `the readable rows of a damaged file go on`() async throws {
    let first = try await queue(ScriptedTransport([]), isOnline: false)
    let text = String(repeating: "x", count: 900)
    for number in 0..<60 { try await first.enqueue(AddNoteMutation(text: "\(number) \(text)")) }
    await first.close()
    var bytes = try Data(contentsOf: folder.file)
    let page = bytes.count / 4096 / 2 * 4096
    bytes.replaceSubrange(page..<(page + 4096), with: repeatElement(0xA5, count: 4096))
    try bytes.write(to: folder.file)
    let events = Locked<[GraphQLMutationQueueEvent]>([])
    let second = try await queue(ScriptedTransport([]), isOnline: false, events)
    let found = await second.mutations
    #expect(found.count > 40 && found.count < 60)
    guard case .setAside(let mutations, _)? = events.withLock({ $0 }).first else {
      Issue.record("\(events.withLock { $0 })")
      return
    }
    #expect(mutations.map(\.id) == found.map(\.id))
    await second.close()
    let third = try await queue(ScriptedTransport([]), isOnline: false)
    #expect(await third.mutations.map(\.variables) == found.map(\.variables))
    await third.close()
  }

  /// Two processes that open one file by two names would send each mutation twice.
  @Test func `a file in use is in use by each of its names`() async throws {
    let first = try await queue(ScriptedTransport([]), isOnline: false)
    try await first.enqueue(AddNoteMutation(text: "once"))
    let other = try Folder()
    try FileManager.default.linkItem(at: folder.file, to: other.file)
    await #expect(throws: GraphQLMutationQueueError.inUse) {
      _ = try await queue(ScriptedTransport([]), isOnline: false, file: other.file)
    }
    await first.close()
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
  @Test func `a damaged file is set aside, not removed`() async throws {
    let text = String(repeating: "not a database ", count: 500)
    try Data(text.utf8).write(to: folder.file)
    try Data().write(to: URL(fileURLWithPath: folder.file.path + ".apus-lock"))
    let opened = try await queue(ScriptedTransport([]), isOnline: false)
    try await opened.enqueue(AddNoteMutation(text: "new"))
    await opened.close()
    let aside = URL(fileURLWithPath: folder.file.path + ".damaged-1")
    #expect(try String(contentsOf: aside, encoding: .utf8) == text)
    let again = try await queue(ScriptedTransport([]), isOnline: false)
    #expect(await again.mutations.map(\.variables) == [["text": "new"]])
    await again.close()
  }
}
