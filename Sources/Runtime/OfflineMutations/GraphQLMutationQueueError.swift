import ApusCache
import ApusPlatform

/// The reason that a mutation was not enqueued, or a queue not opened.
public enum GraphQLMutationQueueError: Error, Hashable, Sendable {
  /// The queue lacks a ``GraphQLMutationHandler`` for the operation of this name, or has one for another kind of mutation.
  case unregistered(String)
  /// No mutation in the queue creates the object with this temporary identifier.
  case unknownTemporaryID(String)
  /// This identifier was not made by ``GraphQLMutationQueue/temporaryID()``, or another mutation has it.
  case unusableTemporaryID(String)
  /// The operation lacks a variable at this path, so the idempotency key would not be sent.
  case missingKeyVariable(String)
  /// Encoded again, the variables of the operation of this name differ from those that were enqueued, at these paths: an update of the app
  /// has lost them, or decoding does not restore what encoding wrote.
  case changedVariables(String, paths: [String])
  /// A variable of the operation of this name is a file, which the queue does not store.
  case file(String)
  /// The storage has the data of something else, such as a cache.
  case foreign
  /// Another queue, in this or another process, uses the same storage.
  case inUse
  /// The storage cannot be opened, or written, for this reason. Where a mutation is enqueued, the queue tries again with later changes.
  case storage(String)
  /// The queue was closed.
  case closed
}

extension GraphQLMutationQueueError: LocalizedError, CustomStringConvertible {
  public var description: String {
    switch self {
    case .unregistered(let name): "the queue has no handler for \(name)"
    case .unknownTemporaryID(let id): "no mutation in the queue creates the object \(id)"
    case .unusableTemporaryID(let id): "\(id) is not a new identifier by temporaryID()"
    case .missingKeyVariable(let path): "the operation has no variable \(path) for the idempotency key"
    case .changedVariables(let name, let paths):
      "this version of the app sends \(name) without what was entered: \(paths.joined(separator: ", ")) would differ"
    case .file(let name): "\(name) sends a file; a queue stores none"
    case .foreign: "the storage is not a mutation queue's; give the queue a file of its own"
    case .inUse: "another queue uses the same file"
    case .storage(let reason): "the queue cannot use its file: \(reason)"
    case .closed: "the queue is closed"
    }
  }

  /// The description, the same as `localizedDescription`.
  public var errorDescription: String? { description }
}

extension GraphQLMutationQueueError {
  /// The meaning of a storage's error for a queue: the storage itself mentions a cache.
  init(_ error: GraphQLStorageError) {
    self =
      switch error {
      case .inUse: .inUse
      case .foreign: .foreign
      case .unreadable(let reason): .storage("it is damaged: \(reason)")
      case .missingLibrary, .full, .failed, .cleared, .lost: .storage("\(error)")
      }
  }
}
