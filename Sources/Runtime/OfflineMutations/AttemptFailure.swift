import Apus
import ApusClient
import ApusPlatform

/// The consequence of an attempt's error.
enum AttemptFailure: Equatable {
  /// Another attempt is harmless, and may succeed.
  case transient
  /// The server rejected the mutation, or it cannot be sent.
  case rejected
  /// The server may have executed the mutation.
  case unknownOutcome
  /// The server rejects every mutation, because it does not accept the credentials.
  case unauthenticated
  /// Every mutation fails, because there is no GraphQL server at the URL.
  case wrongAddress

  /// - Parameters:
  ///   - hasKey: whether an idempotency key makes another attempt harmless.
  ///   - hasLeft: whether anything may have left the device.
  ///   - outcome: the mutation's outcome according to the last GraphQL response; nil without a response.
  init(_ error: any Error, hasKey: Bool, hasLeft: Bool = true, outcome: MutationOutcome? = nil) {
    guard let known = error as? GraphQLClientError else {
      // An interceptor's own error. If it was thrown after a response, it does not show whether the mutation was executed.
      let isConnection = GraphQLConnectionError(error) != nil || error is CancellationError
      self = !hasLeft || hasKey && isConnection ? .transient : .unknownOutcome
      return
    }
    self =
      switch known {
      // The mutation belongs to the user who started it. The app decides who sends it.
      case .credentialsChanged: .unauthenticated
      // The client is certain that nothing was executed.
      case .transport: .transient
      case .invalidRequest: .rejected
      case .outcomeUnknown where !hasLeft, .timedOut where !hasLeft: .transient
      case .outcomeUnknown, .timedOut, .invalidPart: hasKey ? .transient : .unknownOutcome
      // A response arrived, and another attempt would get the same one.
      case .decoding, .responseTooLarge, .tooManyParts, .repeatedCursor: .unknownOutcome
      case .graphQL: Self(answered: known, hasKey: hasKey, outcome)
      case .status, .notGraphQL: Self(answered: known, hasKey: hasKey, nil)
      }
  }

  /// The server, or a proxy, has responded.
  private init(answered error: GraphQLClientError, hasKey: Bool, _ outcome: MutationOutcome?) {
    var isRejected = error.execution.isRuledOut
    if error.graphQLErrors.contains(where: Self.isUnauthenticated) {
      // Some servers check credentials first and respond with status 500.
      let isEarly = error.execution != .executed && error.graphQLErrors.allSatisfy { $0.path == nil }
      self =
        hasKey || isRejected || isEarly || outcome == .rejected ? .unauthenticated : .unknownOutcome
      return
    }
    switch error {
    case .graphQL(let failure):
      let status = failure.status ?? 200
      // Without data, the errors explain the status.
      isRejected = isRejected || outcome == .rejected && (failure.data != nil || 200..<300 ~= status)
      self =
        !isRejected && 200..<300 ~= status
        ? .unknownOutcome : Self(status, isRejected: isRejected, hasKey: hasKey)
    case .status(let failure): self = Self(failure.status, isRejected: isRejected, hasKey: hasKey)
    // Not GraphQL: the page of a proxy, for example.
    default: self = hasKey ? .transient : .unknownOutcome
    }
  }

  private init(_ status: Int, isRejected: Bool, hasKey: Bool) {
    self =
      switch (isRejected, status) {
      case (true, 401), (true, 403), (true, 407): .unauthenticated
      case (true, 300..<400), (true, 404), (true, 405), (true, 410): .wrongAddress
      // Not processed (RFC 8470, RFC 6585).
      case (true, 425), (true, 429): .transient
      // The request with this key is still running.
      case (true, 409): hasKey ? .transient : .rejected
      case (true, _): .rejected
      // The server does not support it, no matter which user sends it again.
      case (false, 501), (false, 505): hasKey ? .rejected : .unknownOutcome
      case (false, _): hasKey ? .transient : .unknownOutcome
      }
  }

  private static func isUnauthenticated(_ error: GraphQLError) -> Bool {
    error.code.map(GraphQLAuthenticationInterceptor.unauthenticatedCodes.contains) ?? false
  }
}

extension GraphQLClientError {
  /// The pause that the server requests.
  var retryAfter: Duration? {
    let headers: GraphQLHTTPHeaders?
    switch self {
    case .status(let failure): headers = failure.headers
    case .graphQL(let failure): headers = failure.headers
    default: headers = nil
    }
    return headers?["Retry-After"].flatMap { RetryAfter.duration($0, now: Date()) }
  }
}
