import Foundation

/// A value that several threads share.
///
/// `Synchronization.Mutex` needs newer systems than this package does.
///
/// Why it is `Sendable`: `value` is private, and is read and written only in `withLock` and `withLockIfFree`, while the lock is held; what goes in and
/// comes out is `Sendable` or made there.
package final class Locked<Value>: @unchecked Sendable {
  private let lock = Lock()
  // Who holds the lock has the value for itself, and who holds it already waits for ever, before any access: there is nothing left to
  // check when the program runs.
  @exclusivity(unchecked) private var value: Value

  package init(_ value: sending Value) { self.value = value }

  /// Runs `body` while no other thread does. It must not wait for anything.
  package func withLock<Result>(_ body: (inout Value) throws -> sending Result) rethrows -> sending Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }

  /// Runs `body` unless another thread runs one.
  ///
  /// - Returns: nil when another one does.
  package func withLockIfFree<Result>(
    _ body: (inout Value) throws -> sending Result
  ) rethrows -> sending Result? {
    guard lock.try() else { return nil }
    defer { lock.unlock() }
    return try body(&value)
  }
}

#if os(Linux)
  /// A mutex alone: Foundation's lock has a condition and a second mutex, and each request needs a lock of its own.
  private struct Lock: ~Copyable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init() {
      mutex.initialize(to: pthread_mutex_t())
      pthread_mutex_init(mutex, nil)
    }

    deinit {
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    }

    func lock() { pthread_mutex_lock(mutex) }
    func `try`() -> Bool { pthread_mutex_trylock(mutex) == 0 }
    func unlock() { pthread_mutex_unlock(mutex) }
  }
#else
  private typealias Lock = NSLock
#endif
