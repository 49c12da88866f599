import ApusPlatform
import Testing

@testable import ApusInspector

/// The bounded memory of records.
@Suite(.timeLimit(.minutes(15))) struct TimelineTests {
  private func note(_ number: Int) -> Record {
    .note(NoteRecord(start: .now, area: .cache, text: "\(number)"))
  }

  private func operation(_ byteCount: Int) -> Record {
    var record = OperationRecord(
      .init(kind: .query, name: "", id: ""), .dropped, .init())
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
}

/// A generator of equal numbers for equal seeds.
struct Generator {
  var state: UInt64

  mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(truncatingIfNeeded: state >> 33) % max(1, limit)
  }
}
