/// The interceptors one after the other, then the transport.
struct InterceptorChain: Sendable {
  let interceptors: [any GraphQLInterceptor]
  let transport: any GraphQLTransport
  /// Distinguishes the transport from others.
  private let transportIdentity: PartIdentity?

  init(
    interceptors: [any GraphQLInterceptor], transport: any GraphQLTransport,
    transportIdentity: PartIdentity? = nil
  ) {
    self.interceptors = interceptors
    self.transport = transport
    self.transportIdentity = transportIdentity
  }

  func send(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse {
    try Task.checkCancellation()
    // Without interceptors nothing is sent twice.
    if interceptors.isEmpty { return try await transmit(request) }
    return try await send(request, through: interceptors[...], SentRequests())
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
    guard request.mustBeSentOnce else {
      guard let flights = Flights.shared(by: request) else { return try await transmit(request) }
      return try await flights.response(
        to: SharedRequest(request, over: transportIdentity ?? PartIdentity(of: transport))
      ) {
        try await transmit($0)
      }
    }
    let number = try sent.begin(request)
    do {
      let response = try await transmit(request)
      sent.end(number, response.execution)
      return response
    } catch {
      sent.end(number, (error as? GraphQLClientError)?.execution ?? .unknown)
      throw error
    }
  }

  /// Whether the transport itself ends an attempt whose timeout has passed, and goes on at once when its task is cancelled: then it needs no
  /// task of its own.
  private var endsAttempts: Bool {
    #if os(Linux)
      transport is CurlTransport
    #else
      false
    #endif
  }

  /// Sends a request within its limits, and distinguishes errors of the transport from those of interceptors.
  private func transmit(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse {
    do {
      try request.headers.validate()
      let reporter = request.progress.map(ProgressReporter.init)
      var request = request
      if let reporter { request.progress = { reporter.report($0) } }
      let response =
        if let timeout = request.timeout, !endsAttempts {
          try await TimeLimit.race(timeout) { [transport, request] in try await transport.send(request) }
        } else {
          try await transport.send(request)
        }
      await reporter?.finish()
      guard response.body.count <= request.maximumResponseBytes else {
        throw GraphQLClientError.responseTooLarge(limit: request.maximumResponseBytes)
      }
      return response
    } catch let error as GraphQLClientError {
      throw error
    } catch let error as CancellationError {
      throw error
    } catch {
      // However a transport reports that it was stopped, to the caller it is one thing.
      try Task.checkCancellation()
      let known = GraphQLConnectionError(error)
      let mayHaveBeenSent = request.mustBeSentOnce && known?.isFromBeforeSending != true
      throw mayHaveBeenSent
        ? GraphQLClientError.outcomeUnknown(known ?? error) : .transport(known ?? error)
    }
  }
}
