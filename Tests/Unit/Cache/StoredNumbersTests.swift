import Testing

@testable import ApusCache

@Suite(.timeLimit(.minutes(15))) struct StoredNumbersTests {
  @Test func `numbers are assigned once, after those that the storage has`() {
    var numbers = StoredNumbers()
    #expect(numbers.known(0) == nil)
    #expect(numbers.number(5) == 1 && numbers.number(0) == 2 && numbers.number(5) == 1)
    #expect(numbers.known(4) == nil && numbers.known(6) == nil && numbers.known(5) == 1)
    numbers.set(3, 10)
    #expect(numbers.number(4) == 11)
    numbers.set(6, 7)
    #expect(numbers.number(7) == 12)
    #expect((0...8).map { numbers.known($0) } == [2, nil, nil, 10, 11, 1, 7, 12, nil])
  }

  @Test func `when all numbers are used up there is none`() {
    var numbers = StoredNumbers()
    numbers.set(0, .max - 2)
    #expect(numbers.number(1) == UInt32.max - 1)
    #expect(numbers.number(2) == nil)
    #expect(numbers.number(1) == UInt32.max - 1)
    numbers.set(3, .max)
    #expect(numbers.number(4) == nil && numbers.known(3) == .max)
  }

  @Test func `messages of failed fields are dropped with their field or record, or when there are too many`()
  {
    let failed = FailedFields()
    #expect(failed.isEmpty)
    failed.note(1, [2, 3], "a")
    failed.note(1, [2], "b")
    failed.note(1, [4], "c")
    failed.note(1, [4], "d")
    failed.note(2, [2], "e")
    #expect(
      failed.message(1, [2, 3]) == "a" && failed.message(1, [4]) == "d" && failed.message(1, [3]) == nil)
    failed.forget(1, 2)
    failed.forget(9, 2)
    #expect(
      failed.message(1, [2, 3]) == nil && failed.message(1, [2]) == nil && failed.message(1, [4]) == "d")
    failed.forget(1, 4)
    #expect(failed.message(2, [2]) == "e" && !failed.isEmpty)
    failed.forget(2)
    #expect(failed.isEmpty)
    for record: UInt32 in 0..<4096 { failed.note(record, [1], "x") }
    failed.note(4095, [2], "y")
    #expect(failed.message(0, [1]) == "x" && failed.message(4095, [2]) == "y")
    failed.note(4096, [1], "z")
    #expect(failed.message(0, [1]) == nil && failed.message(4096, [1]) == "z")
  }

  @Test func `sixteen released entries are kept, and the oldest goes first`() {
    func entry(_ number: Int) -> Retained.Entry {
      Retained.Entry(
        source: PlanSource(
          key: PlanSource.Key(
            type: ObjectIdentifier(StoredNumbersTests.self), document: number, variables: []),
          name: "", text: ""), root: .operation)
    }
    var retained = Retained()
    let numbers = (0..<17).map { retained.add(entry($0)) }
    #expect(retained.entries.count == 17 && retained.lately.isEmpty)
    for number in numbers.prefix(16) { retained.release(number) }
    #expect(retained.lately.map(\.source.key.document.number) == Array(0..<16))
    retained.release(numbers[16])
    retained.release(numbers[16])
    retained.release(99)
    #expect(retained.lately.map(\.source.key.document.number) == Array(1..<17))
    #expect(retained.entries.isEmpty)
    // One that is kept again is not among them, nor twice.
    retained.release(entry(5))
    #expect(retained.lately.map(\.source.key.document.number) == [1, 2, 3, 4] + Array(6..<17) + [5])
    _ = retained.add(entry(3))
    #expect(!retained.lately.contains { $0.isSame(as: entry(3)) } && retained.lately.count == 15)
    var other = entry(4)
    other.root = .object("Post:1")
    #expect(!entry(4).isSame(as: other))
    retained.removeAll()
    #expect(retained.lately.isEmpty && retained.entries.count == 1)
  }

  @Test func `a record is unsaved once, with all its parts`() {
    var unsaved = UnsavedRecords()
    #expect(unsaved.isEmpty && unsaved.parts(of: 0) == [])
    unsaved.add(3, .age)
    unsaved.add(3, .values)
    unsaved.add(1, .values)
    #expect(unsaved.records == [3, 1])
    #expect([0, 1, 3, 4].map { unsaved.parts(of: $0) } == [[], .values, [.values, .age], []])
    unsaved.removeAll()
    #expect(unsaved.isEmpty && unsaved.parts(of: 3) == [])
    unsaved.add(3, .age)
    #expect(unsaved.records == [3] && unsaved.parts(of: 3) == .age)
  }
}
