import ApusPlatform
import Foundation
import TestSupport
import Testing

@testable import ApusClient

@Suite(.timeLimit(.minutes(15))) struct AlarmClockTests {
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

  @Test func `cancelling what an alarm waits with may use the clock`() async throws {
    // A sleeping task is replaced, and its cancellation runs where alarms can be set: see that nothing is locked then.
    let clock = AlarmClock()
    let rung = Locked(0)
    let numbers = (1...200).map { number in
      clock.set(for: .seconds(3600 - number)) {}
    }
    for number in numbers { clock.remove(number) }
    _ = clock.set(for: .milliseconds(1)) {
      _ = clock.set(for: .milliseconds(1)) { rung.withLock { $0 += 1 } }
      _ = clock.count
    }
    try await eventually("the second alarm has rung") { rung.withLock { $0 == 1 } }
  }

  @Test func `a silence is measured while a piece is waited for, by one alarm`() async throws {
    let clock = AlarmClock()
    let ended = Locked(false)
    let alarm = SilenceAlarm(.seconds(1), on: clock) { ended.withLock { $0 = true } }
    await alarm.waiting {}
    await alarm.waiting {}
    #expect(clock.count == 1)
    // The reader is slow: nobody waits for the server.
    let later = Locked(false)
    _ = clock.set(for: .seconds(1.5)) { later.withLock { $0 = true } }
    try await eventually("a longer time has passed") { later.withLock { $0 } }
    #expect(!alarm.hasRung)
    await alarm.waiting { while !ended.withLock({ $0 }) { await Task.yield() } }
    #expect(alarm.hasRung)
  }

  @Test func `an alarm of a response that is gone is removed`() async throws {
    let clock = AlarmClock()
    do {
      let alarm = SilenceAlarm(.seconds(3600), on: clock) {}
      await alarm.waiting {}
      #expect(clock.count == 1)
    }
    #expect(clock.count == 0)
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
