/// The interceptors in order, followed by the transport.
struct InterceptorChain: Sendable {
  let interceptors: [any GraphQLInterceptor]
  let transport: any GraphQLTransport
  /// Distinguishes the transport from other ones.
  private let transportIdentity: PartIdentity?
  /// The operations of the request, if the client is observed.
  private let observed: ObservedOperations?

  init(
    interceptors: [any GraphQLInterceptor], transport: any GraphQLTransport,
    transportIdentity: PartIdentity? = nil, observed: ObservedOperations? = nil
  ) {
    self.interceptors = interceptors
    self.transport = transport
    self.transportIdentity = transportIdentity
    self.observed = observed
  }

  /// - Parameter sent: the requests that the operation has sent before; nil if there are none.
  func send(
    _ request: GraphQLHTTPRequest, after sent: SentRequests? = nil
  ) async throws -> GraphQLHTTPResponse {
    try Task.checkCancellation()
    // Nothing to remember: without interceptors, only the client repeats requests, after a rejection and with the same header fields.
    if interceptors.isEmpty { return try await transmit(request) }
    return try await send(request, through: interceptors[...], sent ?? SentRequests())
  }

  private func send(
    _ request: GraphQLHTTPRequest, through interceptors: ArraySlice<any GraphQLInterceptor>,
    _ sent: SentRequests
  ) async throws -> GraphQLHTTPResponse {
    if let first = interceptors.first {
      return try await first.intercept(request) { request in
        try await send(request, through: interceptors.dropFirst(), sent)
      }
    }
    let number = try sent.begin(request)
    do {
      let response = try await share(request)
      sent.end(number, response)
      return response
    } catch {
      sent.end(number, error)
      throw error
    }
  }

  /// Sends a request, or waits for an equal one that is being sent.
  private func share(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse {
    guard !request.mustBeSentOnce, let flights = Flights.shared(by: request) else {
      return try await transmit(request)
    }
    if let observed { observed.observer.shares(observed.numbers) }
    return try await flights.response(
      to: SharedRequest(request, over: transportIdentity ?? PartIdentity(of: transport))
    ) {
      try await transmit($0)
    }
  }

  /// Sends a request within its limits, and wraps errors of the transport so that they differ from those of interceptors.
  private func transmit(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse {
    guard let observed else { return try await transmitUnobserved(request) }
    return try await observed.attempt(request) { try await transmitUnobserved(request) }
  }

  private func transmitUnobserved(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse {
    do {
      try request.headers.validate()
      let response: GraphQLHTTPResponse
      if let progress = request.progress {
        let reporter = ProgressReporter(progress)
        var request = request
        request.progress = { reporter.report($0) }
        response = try await attempt(request)
        await reporter.finish()
      } else {
        response = try await attempt(request)
      }
      guard response.body.count <= request.maximumResponseBytes else {
        throw GraphQLClientError.responseTooLarge(limit: request.maximumResponseBytes)
      }
      return response
    } catch let error as GraphQLClientError {
      throw error
    } catch let error as CancellationError {
      throw error
    } catch {
      // Transports report a cancellation in different ways. Callers always get a `CancellationError`.
      try Task.checkCancellation()
      let known = GraphQLConnectionError(error)
      let mayHaveBeenSent = request.mustBeSentOnce && known?.isFromBeforeSending != true
      throw mayHaveBeenSent
        ? GraphQLClientError.outcomeUnknown(known ?? error) : .transport(known ?? error)
    }
  }
  private func attempt(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse {
    guard let timeout = request.timeout, !transport.endsAttempts else {
      return try await transport.send(request)
    }
    return try await TimeLimit.race(timeout) { [transport] in try await transport.send(request) }
  }
}
