// `FoundationEssentials` lacks Foundation's locks.
#if os(Linux)
  /// A mutex for state that is not a single value, for which ``Locked`` is meant.
  ///
  /// If a thread takes it twice, the program ends with a message.
  ///
  /// It is `Sendable` because POSIX's functions may be called by all threads at once.
  package final class Mutex: @unchecked Sendable {
    private let memory = UnsafeMutablePointer<Lock.Memory>.allocate(capacity: 1)

    package init() { Lock(memory).initialize(isChecked: true) }

    deinit {
      Lock(memory).deinitialize()
      memory.deallocate()
    }

    package func lock() { Lock(memory).lock() }
    package func unlock() { Lock(memory).unlock() }
  }

  /// A mutex that a thread may take several times.
  ///
  /// It is `Sendable` because POSIX's functions may be called by all threads at once, and the pointer never changes.
  package final class RecursiveLock: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    package init() {
      var attributes = pthread_mutexattr_t()
      pthread_mutexattr_init(&attributes)
      pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_RECURSIVE))
      mutex.initialize(to: pthread_mutex_t())
      pthread_mutex_init(mutex, &attributes)
      pthread_mutexattr_destroy(&attributes)
    }

    deinit {
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    }

    package func lock() { pthread_mutex_lock(mutex) }
    package func `try`() -> Bool { pthread_mutex_trylock(mutex) == 0 }
    package func unlock() { pthread_mutex_unlock(mutex) }
  }

  /// A mutex and a condition: threads wait until the guarded state changes.
  ///
  /// It is `Sendable` because POSIX's functions may be called by all threads at once, and the pointers never change.
  package final class Condition: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    package init() {
      mutex.initialize(to: pthread_mutex_t())
      pthread_mutex_init(mutex, nil)
      condition.initialize(to: pthread_cond_t())
      pthread_cond_init(condition, nil)
    }

    deinit {
      pthread_cond_destroy(condition)
      condition.deallocate()
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    }

    package func lock() { pthread_mutex_lock(mutex) }
    package func unlock() { pthread_mutex_unlock(mutex) }
    package func signal() { pthread_cond_signal(condition) }
    package func broadcast() { pthread_cond_broadcast(condition) }
    package func wait() { pthread_cond_wait(condition, mutex) }

    /// Waits until the condition is signaled, or until `date`.
    ///
    /// - Returns: false if the time has passed.
    package func wait(until date: Date) -> Bool {
      let seconds = date.timeIntervalSince1970.rounded(.down)
      var time = timespec()
      time.tv_sec = Int(seconds)
      time.tv_nsec = Int((date.timeIntervalSince1970 - seconds) * 1e9)
      return pthread_cond_timedwait(condition, mutex, &time) == 0
    }
  }
#else
  package typealias Mutex = NSLock
  package typealias RecursiveLock = NSRecursiveLock
  package typealias Condition = NSCondition
#endif
