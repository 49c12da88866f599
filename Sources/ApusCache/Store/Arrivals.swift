/// What was written while queries were under way: their responses, which may be older, do not overwrite it.
///
/// What a query's response wrote is as new as its request.
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
  /// How new what was written of each field is.
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

  /// Notes what was written, if a query is under way that is older.
  ///
  /// - Parameter ticket: the query whose response it is, if it is one's.
  mutating func note(_ changes: () -> [RecordChange], ticket: Int?, _ fields: (UInt32) -> [UInt32]) {
    if pending.isEmpty { return }
    let time: Int
    if let ticket {
      guard let sent = pending[ticket], pending.values.contains(where: { $0 < sent }) else { return }
      time = sent
    } else {
      self.time += 1
      time = self.time
    }
    for change in changes() {
      // All of an object that was removed or is new.
      if change.fields == nil { writes[UInt64(change.record) << 32 | UInt64(UInt32.max)] = time }
      for field in change.fields ?? fields(change.record) {
        writes[UInt64(change.record) << 32 | UInt64(field)] = time
      }
    }
  }
}
