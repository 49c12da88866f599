import ApusCache
import ApusPlatform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Ensures that only this storage writes to a file, by locking a file next to it. The system releases the lock when the process ends,
/// however it ends.
final class StorageLock: Sendable {
  private let descriptor: Int32
  /// Ends after the descriptor is closed, because `deinit` releases it last; nil if the lock lasts as long as a cache.
  private let activity: WakefulActivity?
  /// Whether the lock file existed before: then a cache has used this path.
  let isOld: Bool

  /// The number of retries, and the pause in between in microseconds: a cache that was just released closes a moment later.
  private static let maximumAttempts = 50
  /// The number of retries where others hold the lock only while they write.
  private static let maximumSharedAttempts = 300
  private static let pause: UInt32 = 10_000

  /// - Parameter isShared: whether others hold the lock only while they write.
  /// - Throws: `GraphQLStorageError.inUse`, or the reason there can be no lock.
  init(_ path: String, isShared: Bool = false) throws {
    activity = isShared ? try WakefulActivity() : nil
    isOld = FileManager.default.fileExists(atPath: path)
    // If an initializer throws after setting all properties, Swift calls `deinit`, so only that closes the descriptor: closing it twice
    // could close another thread's file.
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw StorageLock.failure(path) }
    let maximum = isShared ? StorageLock.maximumSharedAttempts : StorageLock.maximumAttempts
    var attempts = 0
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      attempts += 1
      if code == EINTR { continue }
      guard code == EWOULDBLOCK, attempts < maximum else {
        if code == EWOULDBLOCK { throw GraphQLStorageError.inUse }
        errno = code
        throw StorageLock.failure(path)
      }
      usleep(StorageLock.pause)
    }
  }

  deinit { if descriptor >= 0 { _ = close(descriptor) } }

  static func failure(_ path: String) -> GraphQLStorageError {
    let code = errno
    let reason = "\(path): \(String(cString: strerror(code)))"
    return code == ENOSPC || code == EDQUOT ? .full(reason) : .failed(reason)
  }
}
