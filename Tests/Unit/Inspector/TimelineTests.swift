import Apus
import ApusPlatform
import Testing

@testable import ApusClient
@testable import ApusInspector

/// The bounded memory of records.
@Suite(.timeLimit(.minutes(15))) struct TimelineTests {
  private func note(_ number: Int) -> Record {
    .note(NoteRecord(start: .zero, area: .cache, text: "\(number)"))
  }

  private func operation(_ byteCount: Int) -> Record {
    var record = OperationRecord(
      .init(kind: .query, name: "", id: ""), .dropped, .init(), at: .zero)
    record.keep(Data(repeating: 0x20, count: byteCount))
    return .operation(record)
  }

  @Test func `a reader gets each record in its newest state, whatever its pace`() {
    for seed in UInt64(0)..<40 {
      var random = Generator(state: seed)
      var timeline = Timeline(limit: 50, byteLimit: 1000)
      var seen: [Int: Int] = [:]
      var sequence = 0
      var changed: [Int: Int] = [:]
      for _ in 0..<400 {
        if random.below(3) == 0, timeline.last > 0 {
          let number = 1 + random.below(timeline.last)
          let before = timeline.sequence
          timeline.change(number) { $0.eventCount += 1 }
          if timeline.sequence > before { changed[number] = timeline.sequence }
        } else {
          let number = timeline.add(random.below(2) == 0 ? note(0) : operation(random.below(200)))
          changed[number] = timeline.sequence
        }
        if random.below(5) == 0 {
          let part = timeline.changes(after: sequence, limit: 1 + random.below(20))
          #expect(part.map(\.sequence) == part.map(\.sequence).sorted())
          for entry in part { seen[entry.number] = entry.sequence }
          sequence = part.last?.sequence ?? sequence
        }
      }
      for entry in timeline.changes(after: sequence, limit: .max) { seen[entry.number] = entry.sequence }
      for number in max(1, timeline.last - 49)...timeline.last { #expect(seen[number] == changed[number]) }
    }
  }

  @Test func `the oldest records go first`() {
    var timeline = Timeline(limit: 3, byteLimit: 1000)
    for number in 1...5 { #expect(timeline.add(note(number)) == number) }
    #expect(timeline[2] == nil && timeline[3] != nil && timeline[6] == nil && timeline[0] == nil)
    #expect(timeline.dropped.count == 2 && timeline.dropped.sequence == 2)
  }

  @Test func `the oldest responses are freed when all are too large`() {
    var timeline = Timeline(limit: 100, byteLimit: 1000)
    for _ in 0..<20 { _ = timeline.add(operation(300)) }
    let bodies = (1...20).map { number in
      if case .operation(let operation)? = timeline[number], case .whole? = operation.body {
        true
      } else {
        false
      }
    }
    #expect(bodies == Array(repeating: false, count: 17) + [true, true, true])
  }

  private func record(_ timeline: Timeline, _ number: Int) throws -> OperationRecord {
    guard case .operation(let operation)? = timeline[number] else { throw TestFailure() }
    return operation
  }

  private func watched() -> OperationRecord {
    OperationRecord(
      .init(kind: .query, name: "", id: ""), .watch(document: "{a}", variables: []), .init(), at: .zero)
  }

  @Test func `requests, errors and failures count as memory and are freed, unless they are small`() throws {
    var timeline = Timeline(limit: 100, byteLimit: 100_000)
    let errors = (0..<3).map { GraphQLError(message: String(repeating: "\($0)", count: 300)) }
    for size in [1000, 20_000, 20_000, 20_000, 20_000] {
      var record = watched()
      record.sends(size)
      record.receive(ObservedResponse(json: Data(count: size), errors: errors, phases: nil), at: .zero)
      record.add(attempt(1, responseByteCount: size))
      record.end(TestFailure(), at: .zero)
      _ = timeline.add(.operation(record))
    }
    let small = try record(timeline, 1)
    #expect(small.sent != nil && small.errors == errors && small.failure is TestFailure)
    let freed = try record(timeline, 2)
    #expect(freed.sent == nil && freed.failure is FreedFailure)
    #expect(freed.errors == [GraphQLError(message: String(repeating: "0", count: 200))])
    let newest = try record(timeline, 5)
    #expect(newest.sent != nil && newest.errors == errors && newest.failure is TestFailure)
  }

  private func attempt(_ number: Int, responseByteCount: Int? = nil) -> OperationRecord.Attempt {
    OperationRecord.Attempt(
      number: number, start: .zero, method: "POST", url: URL(fileURLWithPath: "/"), headers: [:],
      byteCount: 0, responseByteCount: responseByteCount)
  }

  @Test func `a response in a batch does not keep the others`() {
    var record = watched()
    let batch = Data(Array("[{},{\"data\":{}}]".utf8))
    record.keep(batch[4..<batch.count - 1])
    guard case .whole(let json)? = record.body else {
      Issue.record("the response is small")
      return
    }
    #expect(json.startIndex == 0 && json.elementsEqual("{\"data\":{}}".utf8))
  }

  @Test func `a subscription of many days does not grow`() {
    var record = watched()
    for number in 1...1000 {
      record.add(attempt(number))
      record.add(write: number)
    }
    #expect(record.attempts.map(\.number) == Array(901...1000) && record.writes == Array(901...1000))
  }

  @Test func `an old operation does not take the memory of newer ones`() throws {
    var timeline = Timeline(limit: 100, byteLimit: 1000)
    for _ in 0..<10 { _ = timeline.add(operation(300)) }
    timeline.change(1) { $0.keep(Data(count: 300)) }
    guard case .dropped? = try record(timeline, 1).body, case .whole? = try record(timeline, 8).body else {
      Issue.record("the newest responses are kept")
      return
    }
  }
}

private struct TestFailure: Error {}

/// A generator of equal numbers for equal seeds.
struct Generator {
  var state: UInt64

  mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(truncatingIfNeeded: state >> 33) % max(1, limit)
  }
}
