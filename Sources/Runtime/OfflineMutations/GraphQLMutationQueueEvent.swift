public import Apus

/// An event in a queue, for logs.
public enum GraphQLMutationQueueEvent: Sendable {
  /// An attempt to send this mutation failed with this error. It waits in the queue and is sent again after a pause.
  case attemptFailed(GraphQLQueuedMutation, any Error)
  /// The server executed this mutation, but part of the response failed. The mutation is no longer in the queue.
  case carriedOut(GraphQLQueuedMutation, errors: [GraphQLError])
  /// The response to this mutation was rejected with this error, for example by a check of the client. The response contains the new object's
  /// identifier or is complete, so the server executed the mutation. It is no longer in the queue.
  case responseRejected(GraphQLQueuedMutation, any Error)
  /// The closure `result` of the mutation with this name threw an error, so its changes were rolled back. The response was written.
  case resultDropped(String, any Error)
  /// The file was damaged and was renamed. The queue continues with these mutations from it, in a new file. `lost` is the number of damaged rows, or
  /// nil if part of the file could not be read, so that an unknown number of mutations may be lost.
  case setAside([GraphQLQueuedMutation], lost: Int?)
  /// The file cannot be written. The queue continues in memory and tries again with each change. If the app is terminated before it succeeds, changes
  /// are lost.
  case unwritable(any Error)
}

extension GraphQLMutationQueueEvent: CustomStringConvertible {
  /// A sentence to log.
  public var description: String {
    switch self {
    case .attemptFailed(let mutation, let error):
      "\(mutation.operationName) could not be sent and will be tried again: \(error)."
    case .responseRejected(let mutation, let error):
      "\(mutation.operationName) was carried out, although its response was rejected: \(error)."
    case .carriedOut(let mutation, let errors):
      "\(mutation.operationName) was carried out with errors: \(errors.map(\.message).joined(separator: "; "))."
    case .resultDropped(let name, let error): "The changes by `result` of \(name) were dropped: \(error)."
    case .setAside(let mutations, let lost):
      "The queue's file is damaged and was set aside: \(mutations.count) mutations were read, "
        + (lost.map { "\($0) rows were lost." }
          ?? "and others may be lost, since a part of it cannot be read.")
    case .unwritable(let error): "The queue's file cannot be written and will be tried again: \(error)."
    }
  }
}
