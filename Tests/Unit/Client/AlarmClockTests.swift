import ApusConcurrency
import Foundation
import TestSupport
import Testing

@testable import ApusClient

@Suite(.timeLimit(.minutes(5))) struct AlarmClockTests {
  private final class Held: Sendable {}

  @Test func `a removed alarm holds nothing, and a clock without an owner does not sleep on`() async throws {
    weak var clock: AlarmClock?
    weak var held: Held?
    do {
      let owner = AlarmClock()
      let value = Held()
      (clock, held) = (owner, value)
      // Each rings before the last one.
      let numbers = [3600, 1800, 900].map { seconds in
        owner.set(for: .seconds(seconds)) { [value] in _ = value }
      }
      for number in numbers { owner.remove(number) }
    }
    #expect(held == nil)
    try await eventually("the clock is released") { clock == nil }
  }

  @Test func `alarms ring in their order, whatever the order in which they were set`() async throws {
    let clock = AlarmClock()
    let rung = Locked<[Int]>([])
    for number in [300, 100, 200] {
      _ = clock.set(for: .milliseconds(number)) { rung.withLock { $0.append(number) } }
    }
    try await eventually("all alarms have rung") { rung.withLock { $0.count == 3 } }
    #expect(rung.withLock { $0 } == [100, 200, 300])
  }
}
