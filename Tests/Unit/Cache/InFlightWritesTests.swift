import Testing

@testable import ApusCache

@Suite(.timeLimit(.minutes(15))) struct InFlightWritesTests {
  private func change(_ record: UInt32, _ fields: [UInt32]?) -> [RecordChange] {
    [RecordChange(record: record, fields: fields)]
  }

  @Test func `a response must not overwrite what was written after its query was sent`() {
    var writes = InFlightWrites()
    writes.note({ change(1, [1]) }, ticket: nil)
    let first = writes.begin()
    // Before anything is written, and of what was written before, nothing is kept.
    #expect(writes.newer(than: first) == nil)
    writes.note({ change(1, [2]) }, ticket: nil)
    let second = writes.begin()
    #expect(first != second)
    #expect(writes.isNewer(1, 2, than: first))
    #expect(!writes.isNewer(1, 1, than: first))
    #expect(!writes.isNewer(2, 2, than: first))
    #expect(!writes.isNewer(1, 2, than: second))
    #expect(writes.newer(than: nil) == nil)
    #expect(writes.newer(than: 99) == nil)
  }

  @Test func `a deleted object stands for all of its fields`() {
    var writes = InFlightWrites()
    let first = writes.begin()
    writes.note({ change(1, nil) }, ticket: nil)
    let second = writes.begin()
    writes.note({ change(1, [7]) }, ticket: nil)
    #expect(writes.isNewer(1, 5, than: first))
    #expect(!writes.isNewer(2, 5, than: first))
    #expect(!writes.isNewer(1, 5, than: second))
    #expect(writes.isNewer(1, 7, than: second))
  }

  @Test func `a response counts as of the time its query was sent`() {
    var writes = InFlightWrites()
    let tickets = (0..<3).map { _ in writes.begin() }
    writes.note({ change(1, [1]) }, ticket: tickets[1])
    #expect(tickets.map { writes.isNewer(1, 1, than: $0) } == [true, false, false])
    // An older response does not make a newer write older.
    writes.note({ change(1, [1]) }, ticket: tickets[2])
    writes.note({ change(1, [1]) }, ticket: tickets[1])
    #expect(tickets.map { writes.isNewer(1, 1, than: $0) } == [true, true, false])
    // That of the oldest query, or of one that is over, is older than nothing in flight.
    writes.note({ change(2, [1]) }, ticket: tickets[0])
    writes.note({ change(3, [1]) }, ticket: 99)
    #expect(!writes.isNewer(2, 1, than: tickets[0]))
    #expect(!writes.isNewer(3, 1, than: tickets[0]))
  }

  @Test func `what no query in flight is older than is forgotten`() {
    var writes = InFlightWrites()
    let first = writes.begin()
    writes.note({ change(1, [1]) }, ticket: nil)
    let second = writes.begin()
    writes.note({ change(2, [1]) }, ticket: nil)
    writes.end(first)
    #expect(writes.newer(than: first) == nil)
    #expect(writes.isNewer(2, 1, than: second))
    writes.end(second)
    let third = writes.begin()
    #expect(writes.newer(than: third) == nil)
    writes.note({ change(3, [1]) }, ticket: nil)
    writes.clear()
    #expect(writes.newer(than: third) == nil)
    #expect(writes.begin() > third)
  }

  @Test func `writes that are too old count for nothing, and do not become many`() {
    var writes = InFlightWrites()
    var last = writes.begin()
    for record in 0..<UInt32(10_000) {
      writes.note({ change(record, [1]) }, ticket: nil)
      let next = writes.begin()
      writes.note({ change(record, [2]) }, ticket: nil)
      #expect(writes.isNewer(record, 1, than: last))
      writes.end(last)
      #expect(!writes.isNewer(record, 1, than: next))
      #expect(writes.isNewer(record, 2, than: next))
      last = next
    }
    #expect(writes.count < 2_100)
    // A query for which nothing newer is kept needs no look at each field.
    let next = writes.begin()
    #expect(writes.newer(than: next) == nil)
    writes.end(last)
    writes.end(next)
    #expect(writes.count == 0)
  }

  @Test func `changes of lists are kept in their order while an earlier query is in flight`() {
    var writes = InFlightWrites()
    func note(_ record: UInt32) {
      guard let time = writes.time(ofWritesBy: nil) else { return }
      writes.note([(GraphQLCacheLists("Query", "feed"), ListChange.remove(record))], at: time)
    }
    func records(_ ticket: Int?) -> [UInt32] {
      writes.listChanges(newerThan: ticket).map { _, change in
        if case .remove(let record) = change { record } else { 0 }
      }
    }
    note(1)
    let first = writes.begin()
    note(2)
    note(3)
    let second = writes.begin()
    note(4)
    #expect(records(first) == [2, 3, 4])
    #expect(records(second) == [4])
    #expect(records(nil).isEmpty)
    writes.end(first)
    #expect(records(second) == [4])
    writes.end(second)
    #expect(records(writes.begin()).isEmpty)
  }

  @Test func `without a query in flight nothing is asked for`() {
    var writes = InFlightWrites()
    var isAsked = false
    writes.note(
      {
        isAsked = true
        return []
      }, ticket: nil)
    #expect(!isAsked)
  }
}

extension InFlightWrites {
  /// Whether a field has a value that the response to a query must not overwrite.
  fileprivate func isNewer(_ record: UInt32, _ field: UInt32, than ticket: Int) -> Bool {
    newer(than: ticket)?.contains(record, field) ?? false
  }

  fileprivate mutating func note(_ writes: () -> [RecordChange], ticket: Int?) {
    if let time = time(ofWritesBy: ticket) { note(writes(), at: time) }
  }
}
