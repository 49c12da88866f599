import ApusPlatform
import Foundation
import TestSupport
import Testing

@testable import ApusCache

@Suite(.timeLimit(.minutes(15))) struct WriterLockTests {
  private struct Own: Error {}

  /// What the lock guards, and nothing else.
  ///
  /// Why it is `Sendable`: `overlaps` has a lock of its own; that the other properties are accessed by one thread at a time is what the tests
  /// show.
  private final class Guarded: @unchecked Sendable {
    private var isEntered = false
    private(set) var turns = 0
    private let overlaps = Locked(0)

    var overlapCount: Int { overlaps.withLock { $0 } }

    func enter() {
      if isEntered { overlaps.withLock { $0 += 1 } }
      isEntered = true
      let before = turns
      // Others get a turn while this one has the lock.
      sched_yield()
      turns = before + 1
    }

    func leave() { isEntered = false }
  }

  /// Runs `body` on a thread of its own.
  private static func onThread(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      Thread {
        body()
        continuation.resume()
      }.start()
    }
  }

  @Test func `threads and tasks take turns, and each gets all of its own`() async throws {
    let (lock, guarded, thrown) = (WriterLock(), Guarded(), Locked(0))
    try await inTime("all turns") {
      await withTaskGroup { group in
        for _ in 0..<4 {
          group.addTask {
            await Self.onThread {
              for turn in 0..<300 {
                let depth = turn % 3 + 1
                for _ in 0..<depth { lock.lock() }
                guarded.enter()
                for _ in 1..<depth { lock.unlock() }
                guarded.leave()
                lock.unlock()
              }
            }
          }
        }
        for _ in 0..<16 {
          group.addTask {
            for turn in 0..<100 {
              do {
                try await lock.run {
                  guarded.enter()
                  defer { guarded.leave() }
                  // As a transaction does.
                  lock.lock()
                  lock.unlock()
                  if turn % 10 == 0 { throw Own() }
                }
              } catch {
                thrown.withLock { $0 += 1 }
              }
            }
          }
        }
      }
    }
    #expect(guarded.turns == 4 * 300 + 16 * 100)
    #expect(guarded.overlapCount == 0)
    #expect(thrown.withLock { $0 } == 16 * 10)
  }

  /// In each round nobody else wakes the task: a lock that is freed just before the task is noted must be taken all the same.
  @Test func `a lock that is freed while a task begins to wait wakes it`() async throws {
    let (lock, rounds) = (WriterLock(), 2_000)
    let (begun, ended) = (Locked(0), Locked(0))
    try await inTime("each round") {
      async let thread: Void = Self.onThread {
        for round in 1...rounds {
          lock.lock()
          begun.withLock { $0 = round }
          // The lock is freed earlier or later.
          for _ in 0..<(round % 40) { _ = ended.withLock { $0 } }
          lock.unlock()
          while ended.withLock({ $0 }) < round { sched_yield() }
        }
      }
      for round in 1...rounds {
        while begun.withLock({ $0 }) < round { await Task.yield() }
        await lock.run { ended.withLock { $0 = round } }
      }
      await thread
    }
    #expect(ended.withLock { $0 } == rounds)
  }

  /// The tasks wait on one thread, which another one that holds the lock does not stop.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `tasks wait until a thread has freed the lock as often as it took it`() {
    let lock = WriterLock()
    let (step, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    Thread {
      lock.lock()
      lock.lock()
      done.signal()
      for _ in 0..<2 {
        step.wait()
        lock.unlock()
        done.signal()
      }
    }.start()
    done.wait()
    let executor = HeldExecutor()
    let order = Locked<[Int]>([])
    for number in 0..<3 {
      Task(executorPreference: executor) {
        await lock.run { order.withLock { $0.append(number) } }
      }
      executor.runUntilAllWait()
    }
    #expect(order.withLock { $0 } == [])
    step.signal()
    done.wait()
    executor.runUntilAllWait()
    #expect(order.withLock { $0 } == [])
    step.signal()
    done.wait()
    executor.runUntilAllWait()
    // In the order in which they came.
    #expect(order.withLock { $0 } == [0, 1, 2])
  }
}
