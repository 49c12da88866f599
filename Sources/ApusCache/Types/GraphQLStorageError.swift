import Foundation

/// Why a storage cannot be used.
public enum GraphQLStorageError: Error, Hashable, Sendable {
  /// The system lacks the library that the storage needs.
  case missingLibrary(String)
  /// What is there is damaged, or of another version of Apus: it has to be begun anew.
  case unreadable(String)
  /// The file is something else than a cache; it is left alone.
  case foreign(String)
  /// Another cache, in this process or in another one, writes to it.
  case inUse
  /// The system refused something.
  case failed(String)
  /// It was cleared, and has to be opened again.
  case cleared
}

extension GraphQLStorageError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .missingLibrary(let advice): "there is no \(advice)"
    case .unreadable(let reason): "what is stored cannot be read: \(reason)"
    case .foreign(let path): "\(path) is no cache of Apus; give the cache a file of its own"
    case .inUse: "another cache writes to the same file"
    case .failed(let reason): reason
    case .cleared: "the storage was cleared"
    }
  }
}

extension GraphQLStorageError: LocalizedError {
  /// The description: `localizedDescription` says the same.
  public var errorDescription: String? { description }
}

/// What happens to a cache's storage. The cache goes on in memory in each case.
public enum GraphQLStorageEvent: Sendable {
  /// The storage cannot be opened: nothing was read, and nothing will be written.
  case unavailable(any Error)
  /// What is stored was read, and nothing will be written.
  case readOnly(any Error)
  /// What was stored could not be used, and was removed: the storage begins anew.
  case replaced(any Error)
  /// So many rows were not as they were written. What they had counts as missing.
  case damaged(count: Int)
  /// Something could not be written, or read back into memory. It is tried again with what is written later, and by
  /// ``GraphQLCache/flush()``, or when it is read again.
  case failed(any Error)
}
