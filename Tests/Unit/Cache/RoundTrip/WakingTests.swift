import Apus
import ApusSyntax
import Foundation
import TestSupport
import Testing

@testable import ApusCache

/// P5: a change of one field wakes those whose text changes, and hardly anybody else.
@Suite(.timeLimit(.minutes(15))) struct WakingTests {
  private struct Watcher {
    var source: PlanSource
    var text: String?
    var dependencies: Dependencies
  }

  private static func read(_ store: CacheStore, _ source: PlanSource) -> (String?, Dependencies)? {
    guard let result = try? store.read(source, .operation) else { return nil }
    return (result.text.map { String(decoding: $0, as: UTF8.self) }, result.dependencies)
  }

  /// Changes a random field of a random record.
  private static func change(_ store: CacheStore, _ number: Int, _ random: inout SeededRandom)
    -> [RecordChange]
  {
    for _ in 0..<100 {
      let id = UInt32(random.below(store.table.count))
      let key = store.table.keys.text(id)
      guard !key.contains("\u{2044}"), let blob = store.table.blob(id), blob.count > 0 else { continue }
      let at = random.below(blob.count)
      let name = store.names.text(blob.slots[at].field)
      guard blob.slots[at].kind == SlotKind.json, !name.contains("("), name != "id", name != "__typename",
        name != "place", name != "number"
      else { continue }
      let type = key.prefix { $0 != ":" }
      let source = PlanSource(
        key: PlanSource.Key(
          type: ObjectIdentifier(WakingTests.self), document: number, variables: Array("{}".utf8)), name: "F",
        text: "fragment F on \(type){\(name)}")
      var json = "{\"\(name)\":\"changed \(number)\"}"
      var changes: [RecordChange] = []
      json.withUTF8 { bytes in
        try? store.transaction { writer in
          try writer.write(bytes, source, .object(key), isLocal: true)
          changes = writer.changes
        }
      }
      return changes
    }
    return []
  }

  @Test func `hardly anybody is woken for nothing`() {
    var random = SeededRandom(7)
    let names = NameTable()
    let world = World(hasLaterTypes: false, names: names)
    var (woken, wokenForNothing, missed, changes) = (0, 0, 0, 0)
    for session in 0..<20 {
      var operations: [RoundTripTests.Sent] = []
      while operations.count < 12 {
        if let sent = RoundTripTests.sent(RandomOperation(world, &random), world) { operations.append(sent) }
      }
      let store = CacheStore(TypeTable(operations.map { GraphQLCacheSchema(table: $0.table) }))
      var watchers: [Watcher] = []
      for (number, sent) in operations.enumerated() {
        let source = RoundTripTests.source(sent, session * 100 + number)
        var execution = Execution(world, sent.tree, sent.variables)
        var text = execution.run()
        text.withUTF8 { bytes in
          try? store.transaction { try $0.write(bytes, source, .operation) }
        }
        watchers.append(Watcher(source: source, text: nil, dependencies: Dependencies()))
      }
      for index in watchers.indices {
        guard let (text, dependencies) = WakingTests.read(store, watchers[index].source) else { continue }
        watchers[index].text = text
        watchers[index].dependencies = dependencies
      }
      for number in 0..<50 {
        let told = WakingTests.change(store, session * 100 + number, &random)
        if told.isEmpty { continue }
        changes += 1
        for index in watchers.indices {
          let watcher = watchers[index]
          let isWoken = watcher.dependencies.areAffected(by: told)
          guard let (text, dependencies) = WakingTests.read(store, watcher.source) else { continue }
          if isWoken { woken += 1 }
          if isWoken, text == watcher.text { wokenForNothing += 1 }
          if !isWoken, text != watcher.text { missed += 1 }
          watchers[index].text = text
          watchers[index].dependencies = dependencies
        }
      }
    }
    print("\(changes) changes woke \(woken), \(wokenForNothing) for nothing")
    #expect(changes > 500)
    #expect(woken > 100)
    #expect(missed == 0)
    #expect(wokenForNothing * 50 <= changes * 12)
  }
}
