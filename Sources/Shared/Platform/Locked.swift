/// A value that several threads share.
///
/// `Synchronization.Mutex` requires newer systems than this package. The type is public, because the compiler does not inline `package` declarations
/// in other modules, and each call of the generic function would look up its types, which takes ten times as long as the lock.
///
/// It is `Sendable` because the value is only accessed in `withLock` and `withLockIfFree` while the lock is held. Values that go in and come out are
/// `Sendable`, or are created there.
public struct Locked<Value>: @unchecked Sendable {
  @usableFromInline let storage: LockedStorage<Value>

  @inlinable @inline(__always)
  public init(_ value: sending Value) { storage = .create(value) }

  /// Runs `body` while no other thread does. It must not block.
  @inlinable @inline(__always)
  public func withLock<Result>(_ body: (inout Value) throws -> sending Result) rethrows -> sending Result {
    let (value, lock) = storage.pointers
    lock.lock()
    defer {
      lock.unlock()
      withExtendedLifetime(storage) {}
    }
    return try body(&value.pointee)
  }

  /// Runs `body`, unless another thread holds the lock.
  ///
  /// - Returns: nil if another thread holds the lock.
  @inlinable @inline(__always)
  public func withLockIfFree<Result>(
    _ body: (inout Value) throws -> sending Result
  ) rethrows -> sending Result? {
    let (value, lock) = storage.pointers
    guard lock.try() else { return nil }
    defer {
      lock.unlock()
      withExtendedLifetime(storage) {}
    }
    return try body(&value.pointee)
  }
}

/// A value and its lock. On Linux, they are a single allocation, because each request needs a few. On other systems, the lock is a separate object.
@usableFromInline
final class LockedStorage<Value>: ManagedBuffer<Value, Lock.Memory> {
  @inlinable @inline(__always)
  static func create(_ value: Value) -> LockedStorage {
    let storage = unsafeDowncast(create(minimumCapacity: 1) { _ in value }, to: LockedStorage.self)
    storage.pointers.lock.initialize()
    return storage
  }

  @inlinable
  deinit { withUnsafeMutablePointerToElements { Lock($0).deinitialize() } }

  /// Both pointers, valid as long as this object exists.
  @inlinable @inline(__always)
  var pointers: (value: UnsafeMutablePointer<Value>, lock: Lock) {
    withUnsafeMutablePointers { ($0, Lock($1)) }
  }
}

/// A lock in memory that another object owns.
@usableFromInline
struct Lock {
  #if os(Linux)
    /// A plain mutex, because Foundation's lock has a condition and a second mutex.
    @usableFromInline typealias Memory = pthread_mutex_t
  #else
    @usableFromInline typealias Memory = NSLock
  #endif

  private let memory: UnsafeMutablePointer<Memory>

  @usableFromInline
  init(_ memory: UnsafeMutablePointer<Memory>) { self.memory = memory }

  /// Creates a lock that debug builds check.
  @usableFromInline
  func initialize() {
    #if DEBUG
      initialize(isChecked: true)
    #else
      initialize(isChecked: false)
    #endif
  }

  #if os(Linux)
    /// - Parameter isChecked: whether the program ends with a message if a thread takes the lock twice. Otherwise the thread waits forever.
    func initialize(isChecked: Bool) {
      var attributes = pthread_mutexattr_t()
      pthread_mutexattr_init(&attributes)
      if isChecked { pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ERRORCHECK)) }
      memory.initialize(to: pthread_mutex_t())
      pthread_mutex_init(memory, &attributes)
      pthread_mutexattr_destroy(&attributes)
    }

    @usableFromInline
    func deinitialize() { pthread_mutex_destroy(memory) }

    @usableFromInline
    func lock() {
      // A mistake in the program, which no input causes: otherwise the thread would wait for itself forever.
      if pthread_mutex_lock(memory) == EDEADLK {
        fatalError(
          "A thread takes a lock that it holds: a closure that runs while a cache or another object is locked, such as that of a GraphQLFieldRule, uses the object."
        )
      }
    }
    @usableFromInline func `try`() -> Bool { pthread_mutex_trylock(memory) == 0 }
    @usableFromInline func unlock() { pthread_mutex_unlock(memory) }
  #else
    func initialize(isChecked: Bool) { memory.initialize(to: NSLock()) }

    @usableFromInline
    func deinitialize() { memory.deinitialize(count: 1) }

    @usableFromInline func lock() { memory.pointee.lock() }
    @usableFromInline func `try`() -> Bool { memory.pointee.try() }
    @usableFromInline func unlock() { memory.pointee.unlock() }
  #endif
}
