import ApusClient
import ApusFoundation

/// What follows from the error of an attempt.
enum AttemptFailure {
  /// Another attempt does no harm, and may succeed.
  case transient
  /// The server refused the mutation, or it cannot be sent.
  case rejected
  /// The server may have carried it out.
  case unknownOutcome

  /// - Parameter hasKey: whether an idempotency key makes another attempt harmless.
  init(_ error: any Error, hasKey: Bool) {
    self =
      switch error as? GraphQLClientError {
      // The client says that nothing was carried out.
      case .transport: .transient
      case .graphQL, .invalidRequest: .rejected
      // Not GraphQL: the page of a proxy, for example.
      case .outcomeUnknown, .timedOut, .invalidPart, .notGraphQL: hasKey ? .transient : .unknownOutcome
      // It was answered, but in a way that another attempt does not change.
      case .decoding, .responseTooLarge, .tooManyParts: .unknownOutcome
      case .status(let failure):
        switch (failure.execution.isRuledOut, failure.status) {
        case (true, 429): .transient
        case (true, _): .rejected
        case (false, 408), (false, 502...504): hasKey ? .transient : .unknownOutcome
        case (false, _): hasKey ? .rejected : .unknownOutcome
        }
      // An interceptor's own error, or a check's.
      case nil:
        hasKey
          ? (GraphQLConnectionError(error) != nil || error is CancellationError ? .transient : .rejected)
          : .unknownOutcome
      }
  }
}

extension GraphQLClientError {
  /// The pause that the server asks for.
  var retryAfter: Duration? {
    guard case .status(let failure) = self else { return nil }
    return failure.headers["Retry-After"].flatMap { RetryAfter.duration($0, now: Date()) }
  }
}
