import ApusCache
import ApusPlatform
import Foundation
import Testing

@testable import ApusCacheSQLite

/// The lock that says who writes to a cache's file.
@Suite(.timeLimit(.minutes(15))) struct StorageLockTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// Calls a closure on threads of its own, all at once, and waits for them.
  private func concurrently(_ count: Int, _ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      let group = DispatchGroup()
      for _ in 0..<count {
        group.enter()
        Thread {
          body()
          group.leave()
        }.start()
      }
      group.notify(queue: .global()) { continuation.resume() }
    }
  }

  /// A descriptor that is closed twice is another thread's the second time: what that one then writes is lost, or goes to a stranger.
  @Test func `a lock that is in use closes no file of others`() async throws {
    let path = folder.file.path
    let held = try StorageLock(path)
    let isOver = Locked(false)
    async let lost = closings(until: isOver)
    await concurrently(100) { #expect(throws: GraphQLStorageError.inUse) { try StorageLock(path) } }
    isOver.withLock { $0 = true }
    #expect(await lost == 0)
    withExtendedLifetime(held) {}
  }

  /// How many files were closed by somebody else while they were open here.
  private func closings(until isOver: Locked<Bool>) async -> Int {
    let lost = Locked(0)
    await concurrently(4) {
      while !isOver.withLock({ $0 }) {
        let descriptors = (0..<8).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }
        for descriptor in descriptors where close(descriptor) != 0 { lost.withLock { $0 += 1 } }
      }
    }
    return lost.withLock { $0 }
  }
}
