import ApusPlatform

/// The requests that an operation has sent through an ``InterceptorChain``, and what is known about them.
///
/// Interceptors may call `next` any number of times. Only this type decides whether another call may send the request.
struct SentRequests: Sendable {
  private struct Sent {
    let request: GraphQLHTTPRequest
    /// Unknown while the request is running.
    var execution = GraphQLExecution.unknown
  }

  private struct State {
    /// The user of the latest request.
    var user: RequestUser?
    /// The latest response to any of them.
    var response: GraphQLHTTPResponse?
    /// The requests that must be sent once.
    var once: [Sent] = []

    /// Whether the server may have executed a request that must be sent once.
    func mayHaveExecuted(_ request: GraphQLHTTPRequest) -> Bool {
      once.contains { !$0.execution.isRuledOut && SentRequests.areSame($0.request, request) }
    }
  }

  private let state = Locked(State())

  /// Records that a request is being sent.
  ///
  /// - Returns: its number; nil if it may be sent again.
  /// - Throws: ``GraphQLClientError/credentialsChanged`` if the operation began as another user's; ``GraphQLClientError/outcomeUnknown(_:)`` with a
  ///   ``RepetitionError`` if the request must be sent once and the server may have executed it already.
  func begin(_ request: GraphQLHTTPRequest) throws -> Int? {
    let user = RequestUser(request)
    return try state.withLock { state in
      // Check this before the user: an operation that may have been executed keeps that outcome for every user.
      if request.mustBeSentOnce, state.mayHaveExecuted(request) {
        throw GraphQLClientError.outcomeUnknown(RepetitionError())
      }
      if let last = state.user {
        let wasRejected =
          request.context[TokenRoot.ReplacesRejected.self]
          || state.response.map { $0.status == 403 || GraphQLAuthenticationInterceptor.rejects($0) } ?? false
        guard last.isSame(as: user, wasRejected: wasRejected) else {
          throw GraphQLClientError.credentialsChanged
        }
      }
      (state.user, state.response) = (user, nil)
      guard request.mustBeSentOnce else { return nil }
      state.once.append(Sent(request: request))
      return state.once.count - 1
    }
  }

  /// Records that the server has executed nothing so far.
  func noteRejection() {
    state.withLock { state in
      for index in state.once.indices { state.once[index].execution = .rejected }
    }
  }

  /// Records a response.
  ///
  /// - Parameter number: the number of its request.
  func end(_ number: Int?, _ response: GraphQLHTTPResponse) {
    let execution = number.map { _ in response.execution }
    state.withLock { state in
      state.response = response
      if let number, let execution { state.once[number].execution = execution }
    }
  }

  /// Records that a request ended without a response.
  func end(_ number: Int?, _ error: any Error) {
    guard let number else { return }
    let execution = (error as? GraphQLClientError)?.execution ?? .unknown
    state.withLock { $0.once[number].execution = execution }
  }

  /// Whether two requests have the same effect. An interceptor may change the header fields, the URL or members of the body between attempts.
  private static func areSame(_ first: GraphQLHTTPRequest, _ second: GraphQLHTTPRequest) -> Bool {
    first.operations == second.operations || (first.body == second.body && first.body.byteCount > 0)
  }
}
