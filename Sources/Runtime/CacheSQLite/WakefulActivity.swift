import ApusCache
import ApusPlatform

/// Keeps the system from suspending the process as long as this object exists.
///
/// iOS terminates a process that is suspended while it holds a lock on a file in the folder of an app group (0xdead10cc). Extensions cannot start
/// background tasks, so this is an expiring activity, for which the system grants a few seconds.
final class WakefulActivity: Sendable {
  #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
    private let isOver = DispatchSemaphore(value: 0)

    /// - Throws: `GraphQLStorageError.failed` if the process is being suspended.
    init() throws {
      let answer = DispatchSemaphore(value: 0)
      let isGranted = Locked(false)
      let process = ProcessInfo.processInfo
      process.performExpiringActivity(withReason: "Apus uses a cache") { [isOver] isExpired in
        // The system calls it a second time, in another thread, if the activity lasts too long.
        if !isExpired { isGranted.withLock { $0 = true } }
        answer.signal()
        if !isExpired { isOver.wait() }
      }
      answer.wait()
      guard isGranted.withLock({ $0 }) else {
        throw GraphQLStorageError.failed("the system is suspending the app")
      }
    }

    deinit { isOver.signal() }
  #else
    /// Other systems suspend no process.
    init() throws {}
  #endif
}
