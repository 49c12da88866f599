import ApusFoundation

/// Why a mutation was not enqueued, or a queue not opened. Errors of the storage are thrown unchanged.
public enum GraphQLMutationQueueError: Error, Hashable, Sendable {
  /// The queue has no ``GraphQLMutationHandler`` for the operation of this name, or not for mutations of this kind.
  case unregistered(String)
  /// No mutation in the queue creates the object with this temporary identifier.
  case unknownTemporaryID(String)
  /// This identifier was not made by ``GraphQLMutationQueue/temporaryID()``, or another mutation has it.
  case unusableTemporaryID(String)
  /// The operation has no variable at this path, so the idempotency key would not be sent.
  case missingKeyVariable(String)
  /// A variable of the operation of this name is a file, which the queue does not store.
  case file(String)
  /// The storage has the data of something else, such as a cache.
  case foreign
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
    case .file(let name): "\(name) sends a file; a queue stores none"
    case .foreign: "the storage is not a mutation queue's; give the queue a file of its own"
    case .closed: "the queue is closed"
    }
  }

  /// The description: `localizedDescription` says the same.
  public var errorDescription: String? { description }
}
