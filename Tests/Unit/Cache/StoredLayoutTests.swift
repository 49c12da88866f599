import Apus
import ApusClient
import ApusPlatform
import Foundation
import Testing

@testable import ApusCache
import CacheFixtures

/// The layout of rows has a version of its own, whatever storage keeps them.
@Suite(.timeLimit(.minutes(15))) struct StoredLayoutTests {
  /// A storage that knows nothing of layouts.
  private final class Rows: GraphQLCacheStorage {
    private let rows = Locked<[StoredTable: [UInt32: [UInt8]]]>([:])

    var all: [StoredTable: [UInt32: [UInt8]]] { rows.withLock { $0 } }

    func change(_ table: StoredTable, _ id: UInt32, _ bytes: [UInt8]?) {
      rows.withLock { $0[table, default: [:]][id] = bytes }
    }

    func open(
      _ row: (_ id: UInt64, _ bytes: UnsafeRawBufferPointer) -> Void
    ) throws -> GraphQLStorageError? {
      let all = all
      for table in StoredTable.allCases {
        for (id, bytes) in all[table, default: [:]].sorted(by: { $0.key < $1.key }) {
          bytes.withUnsafeBytes { row(table.id(id), $0) }
        }
      }
      return nil
    }

    func commit(_ changes: [(id: UInt64, bytes: [UInt8]?)]) throws {
      for entry in changes {
        guard let place = StoredTable.place(of: entry.id) else { continue }
        change(place.table, place.number, entry.bytes)
      }
    }

    func flush() throws {}
    func clear() throws { rows.withLock { $0 = [:] } }
    func close() {}
  }

  private static let answer = "{\"shelf\":\(shelf("1", "\"label\":\"A\""))}"

  private func open(_ rows: Rows, _ events: Events) async -> GraphQLCache {
    let cache = GraphQLCache(schema: cacheSchema, storage: rows) { events.add($0) }
    await cache.load()
    return cache
  }

  private func filled() async throws -> Rows {
    let rows = Rows()
    let cache = await open(rows, Events())
    try cache.receive(Self.answer, for: ShelfLabelOnlyQuery(id: "1"))
    try await cache.flush()
    return rows
  }

  private func isReplaced(_ events: Events, _ reason: String) -> Bool {
    events.all.contains {
      if case .storage(.replaced(let error)) = $0 { "\(error)".contains(reason) } else { false }
    }
  }

  @Test func `Rows of this layout are read`() async throws {
    let (rows, events) = (try await filled(), Events())
    let cache = await open(rows, events)
    #expect(cache.read(ShelfLabelOnlyQuery(id: "1"))?.shelf?.label == "A")
    #expect(events.failures.isEmpty)
  }

  @Test func `Rows of another layout are removed`() async throws {
    let rows = try await filled()
    var row = StoredRowWriter()
    row.add(StoredLayout.version + 1)
    rows.change(.settings, StoredState.Setting.layout, row.finish(.settings, StoredState.Setting.layout))
    try await expectNewBeginning(rows, "its layout is \(StoredLayout.version + 1)")
  }

  @Test func `Rows that do not say their layout are removed`() async throws {
    let rows = try await filled()
    rows.change(.settings, StoredState.Setting.layout, nil)
    try await expectNewBeginning(rows, "its layout is unknown")
  }

  private func expectNewBeginning(_ rows: Rows, _ reason: String) async throws {
    let events = Events()
    let cache = await open(rows, events)
    #expect(isReplaced(events, reason))
    let isEmpty = rows.all.values.allSatisfy { $0.isEmpty }
    #expect(isEmpty)
    #expect(cache.read(ShelfLabelOnlyQuery(id: "1")) == nil)
    try cache.receive(Self.answer, for: ShelfLabelOnlyQuery(id: "1"))
    try await cache.flush()
    let again = await open(rows, Events())
    #expect(again.read(ShelfLabelOnlyQuery(id: "1"))?.shelf?.label == "A")
  }
}
