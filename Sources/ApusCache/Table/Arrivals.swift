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

  /// Forgets which queries are under way: nothing of their responses will be written.
  mutating func clear() { (pending, writes) = ([:], [:]) }

  /// What the response to a query has to leave alone; nil when it may overwrite everything.
  func guardOf(_ ticket: Int?) -> Guard? {
    guard let ticket, let sent = pending[ticket], !writes.isEmpty else { return nil }
    return Guard(sent: sent, writes: writes)
  }

  /// Notes what was written, if a query is under way that is older. What was written as it was counts as well: it is what was said last.
  ///
  /// - Parameter ticket: the query whose response it is, if it is one's.
  mutating func note(_ writes: () -> [RecordChange], ticket: Int?) {
    if pending.isEmpty { return }
    let time: Int
    if let ticket {
      guard let sent = pending[ticket], pending.values.contains(where: { $0 < sent }) else { return }
      time = sent
    } else {
      self.time += 1
      time = self.time
    }
    for write in writes() {
      // All of an object that was deleted.
      for field in write.fields ?? [UInt32.max] { note(UInt64(write.record) << 32 | UInt64(field), time) }
    }
  }

  private mutating func note(_ place: UInt64, _ time: Int) { writes[place] = max(writes[place] ?? 0, time) }
}
