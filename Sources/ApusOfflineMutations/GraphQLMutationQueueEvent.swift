public import Apus

/// An event in a queue, for logs.
public enum GraphQLMutationQueueEvent: Sendable {
  /// The server carried out this mutation, but a part of the response failed. The mutation is no longer in the queue.
  case carriedOut(GraphQLQueuedMutation, errors: [GraphQLError])
  /// The closure `result` of the mutation of this name threw, so its writes were undone. The response was written.
  case resultDropped(String, any Error)
  /// The file was damaged and is set aside under another name. These mutations were found in it and go on in a new file; `lost` rows are
  /// damaged.
  case setAside([GraphQLQueuedMutation], lost: Int)
  /// What the queue knows cannot be written. It goes on, and tries again with each later change; until then, a kill loses this.
  case unwritable(any Error)
}

extension GraphQLMutationQueueEvent: CustomStringConvertible {
  /// A sentence for a log.
  public var description: String {
    switch self {
    case .carriedOut(let mutation, let errors):
      "\(mutation.operationName) was carried out with errors: \(errors.map(\.message).joined(separator: "; "))."
    case .resultDropped(let name, let error): "What `result` of \(name) wrote was dropped: \(error)."
    case .setAside(let mutations, let lost):
      "The queue's file is damaged and was set aside: \(mutations.count) mutations were read, \(lost) rows were lost."
    case .unwritable(let error): "The queue's file cannot be written and will be tried again: \(error)."
    }
  }
}
