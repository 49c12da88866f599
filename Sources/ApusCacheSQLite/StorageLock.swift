import ApusCache
import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Says that this storage alone writes to a file: a lock on another file beside it, which the system takes back when the process ends,
/// however it ends.
final class StorageLock: Sendable {
  private let descriptor: Int32
  /// Whether the file of the lock was there: then a cache was.
  let isOld: Bool

  /// How long it is waited for who has the lock: a cache that was let go of ends a moment later.
  private static let patience = 50
  private static let pause: UInt32 = 10_000

  /// - Throws: ``GraphQLStorageError/inUse``, or why there can be no lock.
  init(_ path: String) throws {
    isOld = FileManager.default.fileExists(atPath: path)
    // Where an initializer throws whose properties are all set, Swift calls `deinit`, so that alone closes: a number that is closed twice
    // may be another thread's file or connection by then.
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw StorageLock.failure(path) }
    var attempts = 0
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      attempts += 1
      if code == EINTR { continue }
      guard code == EWOULDBLOCK, attempts < StorageLock.patience else {
        if code == EWOULDBLOCK { throw GraphQLStorageError.inUse }
        errno = code
        throw StorageLock.failure(path)
      }
      usleep(StorageLock.pause)
    }
  }

  deinit { if descriptor >= 0 { _ = close(descriptor) } }

  static func failure(_ path: String) -> GraphQLStorageError {
    .failed("\(path): \(String(cString: strerror(errno)))")
  }
}
