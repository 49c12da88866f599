import ApusPlatform
import Foundation

/// Waits for what is asynchronous.
func waitFor(_ body: @escaping @Sendable () async throws -> Void) throws {
  let error = Locked<(any Error)?>(nil)
  let isOver = DispatchSemaphore(value: 0)
  Task.detached {
    do { try await body() } catch let failure { error.withLock { $0 = failure } }
    isOver.signal()
  }
  isOver.wait()
  if let error = error.withLock({ $0 }) { throw error }
}
