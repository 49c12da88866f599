import ApusCache
import ApusPlatform

/// The reason why a mutation was not enqueued, or a queue not opened.
public enum GraphQLMutationQueueError: Error, Hashable, Sendable {
  /// The queue has no ``GraphQLMutationHandler`` for the operation with this name, or it is for another type of mutation.
  case unregistered(String)
  /// No mutation in the queue creates the object with this temporary identifier.
  case unknownTemporaryID(String)
  /// This identifier was not created by ``GraphQLMutationQueue/temporaryID()``, or another mutation uses it.
  case unusableTemporaryID(String)
  /// The operation lacks a variable at this path, so the idempotency key would not be sent.
  case missingKeyVariable(String)
  /// Encoded again, the variables of the operation with this name differ at these paths from those that were enqueued: an update of the app has lost
  /// them, or decoding does not restore what encoding wrote.
  case changedVariables(String, paths: [String])
  /// A variable of the operation with this name is a file, which the queue cannot store.
  case file(String)
  /// The storage contains other data, such as a cache.
  case foreign
  /// Another queue, in this or another process, uses the same storage.
  case inUse
  /// The storage cannot be opened or written, for this reason. If a mutation was being enqueued, the queue tries again with later changes.
  case storage(String)
  /// The queue was closed.
  case closed
  /// The client has no cache, in which the queue shows optimistic changes.
  case missingCache
}

extension GraphQLMutationQueueError: LocalizedError, CustomStringConvertible {
  public var description: String {
    switch self {
    case .unregistered(let name): "the queue has no handler for \(name)"
    case .unknownTemporaryID(let id): "no mutation in the queue creates the object \(id)"
    case .unusableTemporaryID(let id): "\(id) is not an unused identifier created by temporaryID()"
    case .missingKeyVariable(let path): "the operation has no variable \(path) for the idempotency key"
    case .changedVariables(let name, let paths):
      "this version of the app would send \(name) differently than it was enqueued, at \(paths.joined(separator: ", "))"
    case .file(let name): "\(name) uploads a file, which a queue cannot store"
    case .foreign: "the storage is not a mutation queue's; give the queue a separate file"
    case .inUse: "another queue uses the same file"
    case .storage(let reason): "the queue cannot use its file: \(reason)"
    case .closed: "the queue is closed"
    case .missingCache: "the queue shows its changes in a cache, and the client has none: set its cache"
    }
  }

  /// Equal to ``description``.
  public var errorDescription: String? { description }
}

extension GraphQLMutationQueueError {
  /// Converts a storage's error, whose description is about a cache.
  init(_ error: GraphQLStorageError) {
    self =
      switch error {
      case .inUse: .inUse
      case .foreign: .foreign
      case .unreadable(let reason): .storage("it is damaged: \(reason)")
      case .missingLibrary, .full, .failed, .cleared, .lost, .following: .storage("\(error)")
      }
  }
}
