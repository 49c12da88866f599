import ApusCache
import Dispatch

/// A storage in memory whose opening or flushes wait until a test releases it.
package final class HeldStorage: GraphQLCacheStorage {
  package enum Call: Sendable { case open, flush }

  private let rows: RowStorage
  private let held: Call
  private let gate = DispatchSemaphore(value: 0)

  package init(_ held: Call, _ rows: RowStorage = RowStorage()) { (self.held, self.rows) = (held, rows) }

  package func release() { gate.signal() }

  private func wait(_ call: Call) {
    guard call == held else { return }
    gate.wait()
    gate.signal()
  }

  package func open(
    _ row: (_ id: UInt64, _ bytes: UnsafeRawBufferPointer) -> Void
  ) throws -> GraphQLStorageError? {
    wait(.open)
    return try rows.open(row)
  }

  package func commit(_ changes: [(id: UInt64, bytes: [UInt8]?)]) throws { try rows.commit(changes) }
  package func flush() throws { wait(.flush) }
  package func clear() throws { try rows.clear() }
  package func close() {}
}
