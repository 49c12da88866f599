import Apus
import ApusClient
import ApusFoundation

/// What follows from the error of an attempt.
enum AttemptFailure: Equatable {
  /// Another attempt does no harm, and may succeed.
  case transient
  /// The server refused the mutation, or it cannot be sent.
  case rejected
  /// The server may have carried it out.
  case unknownOutcome
  /// The server refuses all mutations alike.
  case blocked(GraphQLQueueBlock.Reason)

  /// - Parameters:
  ///   - hasKey: whether an idempotency key makes another attempt harmless.
  ///   - hasLeft: whether anything may have left the device.
  init(_ error: any Error, hasKey: Bool, hasLeft: Bool = true) {
    let known = error as? GraphQLClientError
    if known?.graphQLErrors.contains(where: Self.isUnauthenticated) ?? false {
      self = .blocked(.unauthenticated)
      return
    }
    self =
      switch known {
      // The client says that nothing was carried out.
      case .transport: .transient
      case .graphQL, .invalidRequest: .rejected
      case .outcomeUnknown where !hasLeft, .timedOut where !hasLeft, nil where !hasLeft: .transient
      // Not GraphQL: the page of a proxy, for example.
      case .outcomeUnknown, .timedOut, .invalidPart, .notGraphQL: hasKey ? .transient : .unknownOutcome
      // It was answered, but in a way that another attempt does not change.
      case .decoding, .responseTooLarge, .tooManyParts: .unknownOutcome
      case .status(let failure): Self(failure, hasKey: hasKey)
      // An interceptor's own error, or a check's.
      case nil:
        hasKey
          ? (GraphQLConnectionError(error) != nil || error is CancellationError ? .transient : .rejected)
          : .unknownOutcome
      }
  }

  private init(_ failure: GraphQLHTTPFailure, hasKey: Bool) {
    self =
      switch (failure.execution.isRuledOut, failure.status) {
      case (true, 401), (true, 403), (true, 407): .blocked(.unauthenticated)
      case (true, 300..<400), (true, 404), (true, 405), (true, 410): .blocked(.wrongAddress)
      // Not looked at (RFC 8470, RFC 6585).
      case (true, 425), (true, 429): .transient
      // The request with this key is still running.
      case (true, 409): hasKey ? .transient : .rejected
      case (true, _): .rejected
      // The server cannot do it, whoever asks again.
      case (false, 501), (false, 505): hasKey ? .rejected : .unknownOutcome
      case (false, _): hasKey ? .transient : .unknownOutcome
      }
  }

  private static func isUnauthenticated(_ error: GraphQLError) -> Bool {
    error.extensions["code"]?.string.map(AuthenticationInterceptor.unauthenticatedCodes.contains) ?? false
  }
}

extension GraphQLClientError {
  /// The pause that the server asks for.
  var retryAfter: Duration? {
    guard case .status(let failure) = self else { return nil }
    return failure.headers["Retry-After"].flatMap { RetryAfter.duration($0, now: Date()) }
  }
}
