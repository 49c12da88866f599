/// What was written while queries were under way: their responses, which may be older, do not overwrite it.
struct Arrivals {
  /// What a query's response must leave as it is.
  struct Guard {
    fileprivate let sent: Int
    fileprivate let writes: [UInt64: Int]

    @inline(__always) func isNewer(_ record: UInt32, _ field: UInt32) -> Bool {
      if let time = writes[UInt64(record) << 32 | UInt64(field)], time > sent { return true }
      if let time = writes[UInt64(record) << 32 | UInt64(UInt32.max)] { return time > sent }
      return false
    }
  }

  /// Counts requests and writes.
  private var time = 0
  /// When each query under way was sent.
  private var pending: [Int: Int] = [:]
  private var nextTicket = 0
  /// When each field was written by something else than a query.
  private var writes: [UInt64: Int] = [:]

  /// Notes that a query is sent.
  mutating func begin() -> Int {
    nextTicket += 1
    time += 1
    pending[nextTicket] = time
    return nextTicket
  }

  /// Notes that a query is over.
  mutating func end(_ ticket: Int) {
    pending[ticket] = nil
    guard let oldest = pending.values.min() else {
      writes.removeAll()
      return
    }
    writes = writes.filter { $0.value > oldest }
  }

  /// What the response to a query has to leave alone; nil when it may overwrite everything.
  func guardOf(_ ticket: Int?) -> Guard? {
    guard let ticket, let sent = pending[ticket], !writes.isEmpty else { return nil }
    return Guard(sent: sent, writes: writes)
  }

  /// Notes what something else than a query wrote, if a query is under way.
  mutating func note(_ changes: [RecordChange], _ fields: (UInt32) -> [UInt32]) {
    if pending.isEmpty { return }
    time += 1
    for change in changes {
      // All of an object that was removed or is new.
      if change.fields == nil { writes[UInt64(change.record) << 32 | UInt64(UInt32.max)] = time }
      for field in change.fields ?? fields(change.record) {
        writes[UInt64(change.record) << 32 | UInt64(field)] = time
      }
    }
  }
}
