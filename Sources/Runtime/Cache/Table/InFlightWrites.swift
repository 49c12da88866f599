/// Writes made while queries are in flight: responses to these queries may be older and must not overwrite them.
///
/// The writes of a query's response count as of the time the query was sent. A change of lists is no write: a response may bring the lists, and then
/// they are changed again.
struct InFlightWrites {
  /// The writes that a query's response must not overwrite.
  struct Newer {
    fileprivate let sent: Int
    fileprivate let writes: [UInt64: Int]

    @inline(__always) func contains(_ record: UInt32, _ field: UInt32) -> Bool {
      if let time = writes[UInt64(record) << 32 | UInt64(field)], time > sent { return true }
      if let time = writes[UInt64(record) << 32 | UInt64(UInt32.max)] { return time > sent }
      return false
    }
  }

  /// Counts requests and writes.
  private var time = 0
  /// The time each query in flight was sent.
  private var pending: [Int: Int] = [:]
  private var nextTicket = 0
  /// The time of the latest write of each field. Some may be older than every query in flight: they do no harm until there are many.
  private var writes: [UInt64: Int] = [:]
  /// The time of the latest write of all.
  private var latest = 0
  /// The number of writes above which those that are too old are forgotten. A search whenever a query ends would take longer the more queries are
  /// in flight, for each of them.
  private var limit = InFlightWrites.least
  private static let least = 1_024
  /// The changes of lists, in their order.
  private var changes: [(lists: GraphQLCacheLists, change: ListChange, time: Int)] = []

  /// Notes that a query is sent.
  mutating func begin() -> Int {
    nextTicket += 1
    time += 1
    pending[nextTicket] = time
    return nextTicket
  }

  mutating func end(_ ticket: Int) {
    pending[ticket] = nil
    guard let oldest = pending.values.min() else { return forgetAll() }
    changes.removeAll { $0.time <= oldest }
    if writes.count <= limit { return }
    writes = writes.filter { $0.value > oldest }
    limit = max(writes.count * 2, InFlightWrites.least)
  }

  /// The number of writes that are kept.
  var count: Int { writes.count }

  /// Whether nothing refers to a record.
  var isEmpty: Bool { writes.isEmpty && changes.isEmpty }

  private mutating func forgetAll() {
    (writes, changes) = ([:], [])
    (latest, limit) = (0, InFlightWrites.least)
  }

  /// Forgets the queries in flight: their responses will not be written.
  mutating func clear() {
    pending = [:]
    forgetAll()
  }

  /// The writes that the response to a query must not overwrite; nil if there are none.
  func newer(than ticket: Int?) -> Newer? {
    guard let ticket, let sent = pending[ticket], latest > sent else { return nil }
    return Newer(sent: sent, writes: writes)
  }

  /// The changes to make again in lists that the response to a query brings.
  func listChanges(newerThan ticket: Int?) -> [(lists: GraphQLCacheLists, change: ListChange)] {
    guard let ticket, let sent = pending[ticket] else { return [] }
    return changes.filter { $0.time > sent }.map { ($0.lists, $0.change) }
  }

  /// The time of writes that are about to become visible; nil if no query in flight is older.
  ///
  /// - Parameter ticket: the ticket of the query whose response it is; nil for other writes.
  mutating func time(ofWritesBy ticket: Int?) -> Int? {
    if pending.isEmpty { return nil }
    guard let ticket else {
      time += 1
      return time
    }
    guard let sent = pending[ticket], pending.values.contains(where: { $0 < sent }) else { return nil }
    return sent
  }

  /// Notes writes, including those that change no value: they too are newer than the responses of queries in flight.
  mutating func note(_ writes: some Collection<RecordChange>, at time: Int) {
    if pending.isEmpty { return }
    if !writes.isEmpty { latest = max(latest, time) }
    for write in writes {
      // Nil stands for all fields of a deleted object.
      for field in write.fields ?? [UInt32.max] { note(UInt64(write.record) << 32 | UInt64(field), time) }
    }
  }

  /// Notes changes of lists.
  mutating func note(_ changes: [(lists: GraphQLCacheLists, change: ListChange)], at time: Int) {
    if pending.isEmpty { return }
    for (lists, change) in changes { self.changes.append((lists, change, time)) }
  }

  private mutating func note(_ place: UInt64, _ time: Int) { writes[place] = max(writes[place] ?? 0, time) }
}
