import ApusPlatform

/// The reason that a storage cannot be used.
public enum GraphQLStorageError: Error, Hashable, Sendable {
  /// The system lacks the library that the storage needs.
  case missingLibrary(String)
  /// The stored data is damaged, or was written by another version of Apus: it must be cleared.
  case unreadable(String)
  /// The file is not a cache; it is left alone.
  case foreign(String)
  /// Another cache, in this or another process, is writing to it.
  case inUse
  /// There is no space to write: the disk is full, or the file may not grow.
  case full(String)
  /// The system reported another error.
  case failed(String)
  /// It was cleared and must be opened again.
  case cleared
  /// The file was deleted while it was open: the storage must be cleared and opened again.
  case lost
  /// The cache follows what another cache stores, and stores nothing itself.
  case following
}

extension GraphQLStorageError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .missingLibrary(let advice): "the system has no \(advice)"
    case .unreadable(let reason): "the stored data cannot be read: \(reason)"
    case .foreign(let path): "\(path) is not an Apus cache; give the cache a separate file"
    case .inUse: "another cache writes to the same file"
    case .full(let reason), .failed(let reason): reason
    case .cleared: "the storage was cleared"
    case .lost: "the file was deleted while it was open"
    case .following: "the cache follows a file that another cache writes"
    }
  }
}

extension GraphQLStorageError: LocalizedError {
  /// The description, the same as `localizedDescription`.
  public var errorDescription: String? { description }
}

/// A change in the state of a cache's storage. In each case the cache continues in memory.
public enum GraphQLStorageEvent: Sendable {
  /// The storage cannot be opened: nothing was read, and nothing will be written.
  case unavailable(any Error)
  /// The stored data was read, but nothing will be written.
  case readOnly(any Error)
  /// The stored data could not be used and was removed: the storage starts empty.
  case replaced(any Error)
  /// This many rows were damaged. Their contents count as missing.
  case damaged(count: Int)
  /// Something could not be written, or read from a storage that others write. It is retried later, and with ``GraphQLCache/flush()``.
  case failed(any Error)
}
