import ApusFoundation

/// A value that several threads share.
///
/// `Synchronization.Mutex` needs newer systems than this package does.
///
/// Why it is `Sendable`: `value` is only accessed in `withLock` and `withLockIfFree`, while the lock is held; what goes in and comes out is
/// `Sendable`, or is created there.
package final class Locked<Value>: @unchecked Sendable {
  @usableFromInline let lock = Lock()
  // A thread that holds the lock has the value for itself, and one that takes it twice waits forever before any access, or ends the program
  // in debug builds. So there is nothing to check at run time.
  @exclusivity(unchecked) @usableFromInline var value: Value

  @inlinable
  package init(_ value: sending Value) { self.value = value }

  /// Runs `body` while no other thread does. It must not wait for anything.
  @inlinable
  package func withLock<Result>(_ body: (inout Value) throws -> sending Result) rethrows -> sending Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }

  /// Runs `body` unless another thread runs one.
  ///
  /// - Returns: nil if another thread does.
  @inlinable
  package func withLockIfFree<Result>(
    _ body: (inout Value) throws -> sending Result
  ) rethrows -> sending Result? {
    guard lock.try() else { return nil }
    defer { lock.unlock() }
    return try body(&value)
  }
}

#if os(Linux)
  /// A plain mutex: Foundation's lock has a condition and a second mutex, and each request needs a lock of its own.
  @usableFromInline
  struct Lock: ~Copyable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    /// A lock that debug builds check.
    @usableFromInline
    init() {
      #if DEBUG
        self.init(isChecked: true)
      #else
        self.init(isChecked: false)
      #endif
    }

    /// - Parameter isChecked: whether a thread that takes it twice ends the program with a message. Otherwise it waits forever.
    init(isChecked: Bool) {
      var attributes = pthread_mutexattr_t()
      pthread_mutexattr_init(&attributes)
      if isChecked { pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ERRORCHECK)) }
      mutex.initialize(to: pthread_mutex_t())
      pthread_mutex_init(mutex, &attributes)
      pthread_mutexattr_destroy(&attributes)
    }

    deinit {
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    }

    @usableFromInline
    func lock() {
      if pthread_mutex_lock(mutex) == EDEADLK {
        fatalError(
          "A thread takes a lock that it holds: a closure that runs while a cache or another object is locked, such as that of a GraphQLFieldRule, uses the object."
        )
      }
    }
    @usableFromInline func `try`() -> Bool { pthread_mutex_trylock(mutex) == 0 }
    @usableFromInline func unlock() { pthread_mutex_unlock(mutex) }
  }
#else
  @usableFromInline typealias Lock = NSLock
#endif
