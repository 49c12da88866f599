import ApusPlatform
import Foundation
import Testing

/// Locks and threads, which are POSIX's own on Linux.
@Suite(.timeLimit(.minutes(15))) struct LockTests {
  @Test func `a lock that is held is not waited for`() {
    let value = Locked(1)
    #expect(value.withLock { _ in value.withLockIfFree { $0 } } == nil)
    #expect(value.withLockIfFree { $0 + 1 } == 2)
  }

  @Test func `a thread may take a recursive lock twice, and others wait`() {
    let lock = RecursiveLock()
    let order = Locked<[Int]>([])
    let condition = Condition()
    let isOver = Locked(false)
    lock.lock()
    lock.lock()
    #expect(
      startThread("Apus test") {
        lock.lock()
        order.withLock { $0.append(2) }
        lock.unlock()
        condition.lock()
        isOver.withLock { $0 = true }
        condition.signal()
        condition.unlock()
      })
    lock.unlock()
    order.withLock { $0.append(1) }
    lock.unlock()
    condition.lock()
    while !isOver.withLock({ $0 }) { condition.wait() }
    condition.unlock()
    #expect(order.withLock { $0 } == [1, 2])
  }

  @Test(arguments: [0.05, -1, 0]) func `a wait ends at its date`(_ seconds: Double) {
    let condition = Condition()
    let end = Date(timeIntervalSinceNow: seconds)
    condition.lock()
    #expect(!condition.wait(until: end))
    condition.unlock()
    #expect(Date() >= end)
  }

  @Test func `a signal ends a wait before its date`() {
    let condition = Condition()
    condition.lock()
    #expect(
      startThread("Apus test") {
        condition.lock()
        condition.broadcast()
        condition.unlock()
      })
    #expect(condition.wait(until: Date(timeIntervalSinceNow: 3600)))
    condition.unlock()
  }

  #if os(Linux)
    @Test func `a thread has its name`() async throws {
      let name = await withCheckedContinuation { continuation in
        _ = startThread("Apus name") {
          continuation.resume(
            returning: try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8))
        }
      }
      #expect(name == "Apus name\n")
    }
  #endif
}
