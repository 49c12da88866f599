import Apus
import ApusClient
import ApusPlatform
import ApusSyntax
import Foundation
import TestSupport
import Testing

@testable import ApusCache

/// Where the memory is limited everything is as where it is not.
@Suite(.timeLimit(.minutes(15))) struct LimitedRoundTripTests {
  @Test(arguments: [0, 2_000]) func `what is written is read`(limit: Int) async throws {
    let figures = try await RoundTripTests.run(
      count: RoundTripTests.count / 3, seed: 21, moves: false, hasLaterTypes: false, limit: limit)
    #expect(figures.incomplete == 0)
  }

  @Test func `changes are told`() async throws {
    let figures = try await RoundTripTests.run(
      count: RoundTripTests.count, seed: 22, moves: true, hasLaterTypes: false, limit: 0)
    #expect(figures.changed > 0)
  }

  @Test func `types that the schema gains later are kept`() async throws {
    _ = try await RoundTripTests.run(
      count: RoundTripTests.count / 6, seed: 23, moves: false, hasLaterTypes: true, limit: 0)
  }

  /// What happened to a store: what watchers were told, and what else.
  private final class Seen: Sendable {
    private let lines = Locked<[String]>([])
    func add(_ line: String) { lines.withLock { $0.append(line) } }
    func take() -> [String] {
      lines.withLock { lines in
        defer { lines = [] }
        // Watchers of one commit are told in no order.
        return lines.sorted()
      }
    }
  }

  private static func text(_ signal: WatchSignal) -> String {
    switch signal {
    case .text(let text): String(decoding: text.json, as: UTF8.self)
    default: "\(signal)"
    }
  }

  /// One store in memory and one whose memory is limited get the same, step by step: responses, layers, deletions, ages and garbage.
  @Test(arguments: [0, 600]) func `steps have the same effect`(limit: Int) async throws {
    var random = SeededRandom(UInt64(31 + limit))
    let names = NameTable()
    let world = World(hasLaterTypes: false, names: names)
    var server = World(hasLaterTypes: false, names: names)
    var (dropped, told) = (0, 0)
    for session in 0..<max(1, RoundTripTests.count / 25) {
      var operations: [RoundTripTests.Sent] = []
      while operations.count < 8 {
        if let sent = RoundTripTests.sent(RandomOperation(world, &random), world) { operations.append(sent) }
      }
      let schemas = operations.map { GraphQLCacheSchema(table: $0.table) }
      let clock = Clock()
      let seen = [Seen(), Seen()]
      var configuration = GraphQLCacheConfiguration(gracePeriod: .seconds(10))
      configuration.now = { clock.now }
      let stores = [
        await LimitedMemory.store(schemas, nil, configuration),
        await LimitedMemory.store(schemas, limit, configuration) { [seen] event in
          switch event {
          // The store without a limit has the same, and tells nobody.
          case .evicted, .collected, .layerDropped: break
          default: seen[1].add("event \(event)")
          }
        },
      ]
      defer { stores[1].session?.close(stores[1]) }
      let sources = operations.enumerated().map { RoundTripTests.source($1, session * 8 + $0) }
      for (store, seen) in zip(stores, seen) {
        for number in 0..<3 {
          _ = try store.watch(sources[number], .operation) { seen.add("\(number) \(Self.text($0))") }
        }
      }
      var layers: [[Int]] = [[], []]
      for step in 0..<60 {
        clock.advance(Double(random.below(2)))
        server.time += random.below(2)
        let (choice, seed) = (random.below(12), random.next())
        for index in stores.indices {
          var random = SeededRandom(seed)
          try Self.apply(
            choice, to: stores[index], &layers[index], operations, sources, server, &random)
        }
        if random.below(2) == 0 { try await stores[1].session?.flush() }
        dropped = max(dropped, stores[1].bytes.disk)
        let (one, two) = (seen[0].take(), seen[1].take())
        told += one.count
        #expect(one == two, "session \(session), step \(step)")
        let read = sources[random.below(sources.count)]
        let texts = try stores.map { try $0.read(read, .operation).text }
        #expect(texts[0] == texts[1], "session \(session), step \(step), \(choice)")
        if random.below(8) == 0 {
          let inspected = stores.map { $0.inspect(nil).split(separator: "\n").dropFirst() }
          #expect(inspected[0] == inspected[1], "session \(session), step \(step)")
        }
      }
    }
    #expect(dropped > 1_000)
    #expect(told > 50)
  }

  private static func apply(
    _ choice: Int, to store: CacheStore, _ layers: inout [Int], _ operations: [RoundTripTests.Sent],
    _ sources: [PlanSource], _ server: World, _ random: inout SeededRandom
  ) throws {
    let at = random.below(operations.count)
    let sent = operations[at]
    var execution = Execution(server, sent.tree, sent.variables)
    let data = execution.run()
    let keys = (0..<store.table.count).map { store.table.keys.text(UInt32($0)) }.sorted()
    let objects = keys.filter { !$0.contains("\u{2044}") }
    let key = objects.isEmpty ? nil : objects[random.below(objects.count)]
    switch choice {
    case 0:
      let number = try store.addLayer { writer in
        var text = data
        try text.withUTF8 { try writer.write($0, sources[at], .operation, isLocal: true) }
      }
      layers.append(number)
    case 1: if !layers.isEmpty { store.removeLayer(layers.remove(at: random.below(layers.count))) }
    case 2: if !layers.isEmpty { try store.commitLayer(layers.remove(at: random.below(layers.count))) }
    case 3: if let key { store.transaction { $0.remove(key, isDeleted: true) } }
    case 4: if let key { store.transaction { $0.remove(key, isDeleted: false) } }
    case 5: if let key { store.transaction { $0.invalidate(key) } }
    case 6:
      let type = key.map { String($0.prefix { $0 != ":" }) } ?? ""
      store.transaction { writer in
        writer.invalidate(type: type) { $0 == "name" || $0 == "id" }
      }
    case 7:
      store.beginCollection()
      while store.collectMore() {}
    case 8: if random.below(6) == 0 { store.clear() }
    default:
      store.transaction { writer in
        var text = data
        text.withUTF8 { try? writer.write($0, sources[at], .operation) }
      }
    }
  }
}
