public import Apus

/// An event in a queue, for logs.
public enum GraphQLMutationQueueEvent: Sendable {
  /// An attempt to send this mutation failed with this error. It waits in the queue and is sent again after a pause.
  case attemptFailed(GraphQLQueuedMutation, any Error)
  /// The server carried out this mutation, but a part of the response failed. The mutation is no longer in the queue.
  case carriedOut(GraphQLQueuedMutation, errors: [GraphQLError])
  /// The response to this mutation was rejected with this error, by a check of the client for example. Since the response has the new object's
  /// identifier, or came in full, the server carried it out, and the mutation is no longer in the queue.
  case responseRefused(GraphQLQueuedMutation, any Error)
  /// The closure `result` of the mutation of this name threw, so its writes were undone. The response was written.
  case resultDropped(String, any Error)
  /// The file was damaged and is set aside under another name. These mutations were found in it and go on in a new file; `lost` rows are
  /// damaged. `lost` is nil if a part of the file could not be read at all, so that more may be lost than anyone can count.
  case setAside([GraphQLQueuedMutation], lost: Int?)
  /// The file cannot be written. The queue goes on in memory and tries again with each change; a kill before that loses the change.
  case unwritable(any Error)
}

extension GraphQLMutationQueueEvent: CustomStringConvertible {
  /// A sentence for a log.
  public var description: String {
    switch self {
    case .attemptFailed(let mutation, let error):
      "\(mutation.operationName) could not be sent and will be tried again: \(error)."
    case .responseRefused(let mutation, let error):
      "\(mutation.operationName) was carried out, although its response was refused: \(error)."
    case .carriedOut(let mutation, let errors):
      "\(mutation.operationName) was carried out with errors: \(errors.map(\.message).joined(separator: "; "))."
    case .resultDropped(let name, let error): "What `result` of \(name) wrote was dropped: \(error)."
    case .setAside(let mutations, let lost):
      "The queue's file is damaged and was set aside: \(mutations.count) mutations were read, "
        + (lost.map { "\($0) rows were lost." }
          ?? "and others may be lost, since a part of it cannot be read.")
    case .unwritable(let error): "The queue's file cannot be written and will be tried again: \(error)."
    }
  }
}
