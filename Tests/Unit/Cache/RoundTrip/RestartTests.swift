import Apus
import ApusCacheSQLite
import ApusSyntax
import Foundation
import TestSupport
import Testing

@testable import ApusCache

/// Random operations, written, stored and read back by a cache that knows nothing else.
///
/// `APUS_CACHE_OPERATIONS` is how many are tried, `APUS_CACHE_SEED` where they begin.
@Suite(.timeLimit(.minutes(15))) struct RestartTests {
  private static func store(
    _ schemas: [GraphQLCacheSchema], _ url: URL, _ clock: Clock
  ) async throws -> CacheStore {
    var configuration = GraphQLCacheConfiguration()
    configuration.now = { clock.now }
    let store = CacheStore(TypeTable(schemas), configuration, try GraphQLSQLiteStorage(url: url)) { event in
      if case .storage = event { Issue.record("\(event)") }
    }
    await store.session?.load()
    return store
  }

  @Test func `everything is read after a restart`() async throws {
    var random = SeededRandom(UInt64(RoundTripTests.setting("APUS_CACHE_SEED", 4)))
    let names = NameTable()
    let world = World(hasLaterTypes: false, names: names)
    var server = World(hasLaterTypes: true, names: names)
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("apus-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    var (number, complete) = (0, 0)
    while number < RoundTripTests.count {
      await Task.yield()
      var session: [RoundTripTests.Sent] = []
      while session.count < 20 {
        if let sent = RoundTripTests.sent(RandomOperation(world, &random), world) { session.append(sent) }
      }
      let url = folder.appendingPathComponent("\(number).cache")
      let schemas = session.map { GraphQLCacheSchema(table: $0.table) }
      let clock = Clock()
      let store = try await RestartTests.store(schemas, url, clock)
      let sources = session.enumerated().map { RoundTripTests.source($1, number + $0) }
      for (index, sent) in session.enumerated() {
        server.time += 1
        clock.advance(Double(Int.random(in: 0..<3, using: &random)))
        var execution = Execution(server, sent.tree, sent.variables)
        var data = execution.run()
        data.withUTF8 { bytes in
          try? store.transaction { try $0.write(bytes, sources[index], .operation) }
        }
        change(store, &random)
        // Some are stored together, some alone.
        if Int.random(in: 0..<4, using: &random) == 0 { try await store.session?.flush() }
      }
      number += session.count
      try await store.session?.flush()
      let (texts, inspected) = try (sources.map { try store.read($0, .operation) }, inspect(store))
      store.session?.close(store)
      let other = try await RestartTests.store(schemas, url, clock)
      #expect(inspect(other) == inspected)
      for (index, sent) in session.enumerated() {
        let (one, two) = (texts[index], try other.read(sources[index], .operation))
        if one.text != nil { complete += 1 }
        let isSame =
          one.text == two.text && one.age.oldest == two.age.oldest && one.age.expiry == two.age.expiry
        if !isSame { Issue.record("operation up to \(number) reads otherwise: \(sent.text)") }
      }
      // Both go on alike: a reference to an evicted object finds it when it comes back.
      for (index, sent) in session.enumerated() where Bool.random(using: &random) {
        var execution = Execution(server, sent.tree, sent.variables)
        var data = execution.run()
        for one in [store, other] {
          data.withUTF8 { bytes in
            try? one.transaction { try $0.write(bytes, sources[index], .operation) }
          }
        }
      }
      for (index, source) in sources.enumerated() {
        let isSame = try store.read(source, .operation).text == other.read(source, .operation).text
        if !isSame { Issue.record("operation up to \(number) goes on otherwise: \(session[index].text)") }
      }
      other.session?.close(other)
    }
    print("\(number) operations were stored and read back, \(complete) of them complete")
    #expect(complete > number / 4)
  }

  /// Everything but the sum, and evicted objects: those that nothing refers to are gone after a restart.
  private func inspect(_ store: CacheStore) -> [Substring] {
    store.inspect(nil).split(separator: "\n").dropFirst().filter { !$0.contains(" (evicted)") }
  }

  /// Deletes, evicts or makes old some object.
  private func change(_ store: CacheStore, _ random: inout SeededRandom) {
    guard Int.random(in: 0..<6, using: &random) == 0, store.table.count > 0 else { return }
    let key = store.table.keys.text(UInt32(Int.random(in: 0..<store.table.count, using: &random)))
    let isDeletion = Bool.random(using: &random)
    store.transaction { writer in
      if isDeletion, !key.contains("\u{2044}") {
        writer.remove(key, isDeleted: Bool.random(using: &random))
      } else {
        writer.invalidate(key)
      }
    }
  }
}
