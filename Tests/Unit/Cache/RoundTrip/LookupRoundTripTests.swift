import Apus
import ApusSyntax
import Foundation
import TestSupport
import Testing

@testable import ApusCache

/// Random operations of fields whose arguments name their objects: half of them are written, and all are read after each write.
///
/// What was never written is read only as the server would answer it, and whoever waits for it is told when it comes or changes.
@Suite(.timeLimit(.minutes(15))) struct LookupRoundTripTests {
  private struct Asked {
    var source: PlanSource
    var sent: RoundTripTests.Sent
    var isWritten = false
    var isRead = false
    var text: [UInt8]?
    var dependencies = Dependencies()
  }

  private struct Figures {
    var reads = 0
    var found = 0
    var changed = 0
  }

  @Test(arguments: [false, true]) func `what is named is found`(_ moves: Bool) async throws {
    let count = ProcessInfo.processInfo.environment["APUS_CACHE_OPERATIONS"].flatMap { Int($0) } ?? 100
    let seed = ProcessInfo.processInfo.environment["APUS_CACHE_SEED"].flatMap { Int($0) } ?? 1
    var random = SeededRandom(UInt64(seed + 17))
    let names = NameTable()
    let world = World(hasLaterTypes: false, names: names)
    var server = World(hasLaterTypes: false, names: names)
    var figures = Figures()
    for session in 0..<(count / 12) {
      await Task.yield()
      var asked: [Asked] = []
      while asked.count < 12 {
        // Those that are written bring objects by other ways as well.
        let root = asked.count % 2 == 0 ? ["person", "people", "hive"] : nil
        guard let sent = RoundTripTests.sent(RandomOperation(world, &random, root: root), world) else {
          continue
        }
        let source = RoundTripTests.source(sent, session * 12 + asked.count)
        asked.append(Asked(source: source, sent: sent))
      }
      let store = CacheStore(TypeTable(asked.map { GraphQLCacheSchema(table: $0.sent.table) }))
      for index in asked.indices { try read(index, &asked, store, server, [], &figures, moves) }
      for written in asked.indices where written % 2 == 1 {
        if moves { server.time += 1 }
        var execution = Execution(server, asked[written].sent.tree, asked[written].sent.variables)
        var data = execution.run()
        var changes: [RecordChange] = []
        try data.withUTF8 { bytes in
          try store.transaction { writer in
            try writer.write(bytes, asked[written].source, .operation)
            changes = writer.changes
          }
        }
        asked[written].isWritten = true
        for index in asked.indices { try read(index, &asked, store, server, changes, &figures, moves) }
      }
    }
    print("lookups, moving \(moves): \(figures)")
    #expect(figures.found > count / 5)
    #expect(figures.changed > 0)
  }

  private func read(
    _ index: Int, _ asked: inout [Asked], _ store: CacheStore, _ server: World, _ changes: [RecordChange],
    _ figures: inout Figures, _ moves: Bool
  ) throws {
    let entry = asked[index]
    let isTold =
      entry.dependencies.areAffected(by: changes)
      || entry.dependencies.missingRoots.contains { store.pending.find($0) != nil }
    let result = try store.read(entry.source, .operation)
    figures.reads += 1
    if let text = result.text, !entry.isWritten {
      figures.found += 1
      var bare = Execution(server, entry.sent.bare, entry.sent.variables)
      let expected = bare.run()
      let read = String(decoding: text, as: UTF8.self)
      // Values that move are those of the time when they were written.
      if !moves, !RoundTripTests.areSame(read, expected) {
        Issue.record(
          "found: \(read)\nexpected: \(expected)\nsent: \(entry.sent.text)\n\(entry.sent.variables)")
      }
    }
    if entry.isRead, result.text != entry.text {
      figures.changed += 1
      if !isTold { Issue.record("no dependency of \(entry.sent.text) tells") }
    }
    asked[index].isRead = true
    asked[index].text = result.text
    asked[index].dependencies = result.dependencies
  }
}
