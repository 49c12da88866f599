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
    #expect(writes.newer(than: first)?.contains(1, 2) == true)
    #expect(writes.newer(than: first)?.contains(1, 1) == false)
    #expect(writes.newer(than: first)?.contains(2, 2) == false)
    #expect(writes.newer(than: second)?.contains(1, 2) == false)
    #expect(writes.newer(than: nil) == nil)
    #expect(writes.newer(than: 99) == nil)
  }

  @Test func `a deleted object stands for all of its fields`() {
    var writes = InFlightWrites()
    let first = writes.begin()
    writes.note({ change(1, nil) }, ticket: nil)
    let second = writes.begin()
    writes.note({ change(1, [7]) }, ticket: nil)
    #expect(writes.newer(than: first)?.contains(1, 5) == true)
    #expect(writes.newer(than: first)?.contains(2, 5) == false)
    #expect(writes.newer(than: second)?.contains(1, 5) == false)
    #expect(writes.newer(than: second)?.contains(1, 7) == true)
  }

  @Test func `a response counts as of the time its query was sent`() {
    var writes = InFlightWrites()
    let tickets = (0..<3).map { _ in writes.begin() }
    writes.note({ change(1, [1]) }, ticket: tickets[1])
    #expect(tickets.map { writes.newer(than: $0)?.contains(1, 1) } == [true, false, false])
    // An older response does not make a newer write older.
    writes.note({ change(1, [1]) }, ticket: tickets[2])
    writes.note({ change(1, [1]) }, ticket: tickets[1])
    #expect(tickets.map { writes.newer(than: $0)?.contains(1, 1) } == [true, true, false])
    // That of the oldest query, or of one that is over, is older than nothing in flight.
    writes.note({ change(2, [1]) }, ticket: tickets[0])
    writes.note({ change(3, [1]) }, ticket: 99)
    #expect(writes.newer(than: tickets[0])?.contains(2, 1) == false)
    #expect(writes.newer(than: tickets[0])?.contains(3, 1) == false)
  }

  @Test func `what no query in flight is older than is forgotten`() {
    var writes = InFlightWrites()
    let first = writes.begin()
    writes.note({ change(1, [1]) }, ticket: nil)
    let second = writes.begin()
    writes.note({ change(2, [1]) }, ticket: nil)
    writes.end(first)
    #expect(writes.newer(than: first) == nil)
    #expect(writes.newer(than: second)?.contains(2, 1) == true)
    writes.end(second)
    let third = writes.begin()
    #expect(writes.newer(than: third) == nil)
    writes.note({ change(3, [1]) }, ticket: nil)
    writes.clear()
    #expect(writes.newer(than: third) == nil)
    #expect(writes.begin() > third)
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
  fileprivate mutating func note(_ writes: () -> [RecordChange], ticket: Int?) {
    if let time = time(ofWritesBy: ticket) { note(writes(), at: time) }
  }
}
