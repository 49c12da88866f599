#if os(Linux)
  import ApusHTTP
  import ApusPlatform

  /// Sends requests with libcurl. Clients use it by default on Linux.
  ///
  /// ```swift
  /// let ours = URL(fileURLWithPath: "/etc/ssl/ours.pem")
  /// let transport = try GraphQLCurlTransport(GraphQLCurlTransport.Configuration(certificateAuthorities: ours))
  /// let client = GraphQLClient(url: url, transport: transport)
  /// ```
  /// One thread waits for the responses to all requests, and another one for all streams, which use separate connections. Each thread starts with its
  /// first transfer and ends with the transport. A small request on a kept-alive connection is sent on its caller's thread, without blocking it. The
  /// transport uses HTTP/2 over TLS if the server supports it, decompresses responses, and follows redirects like `GraphQLURLSessionTransport` on other
  /// systems. If the server has closed a kept-alive connection, an idempotent request is sent again unless part of a response has arrived; a
  /// non-idempotent request throws ``GraphQLClientError/outcomeUnknown(_:)``. Neither responses nor cookies are stored.
  ///
  /// libcurl before 7.87 cannot cancel a name lookup. If you cancel a request during one, its caller continues immediately, but the transport's other
  /// requests wait until the lookup has ended.
  ///
  /// The environment names the proxies (`https_proxy`, `no_proxy`), unless the configuration does.
  public final class GraphQLCurlTransport: GraphQLStreamingTransport {
    private let engine: CurlEngine
    /// Runs the transfers whose responses are read as they arrive. They may last for hours, so they do not use the requests' connections.
    private let streams: CurlEngine
    private let configuration: GraphQLCurlTransport.Configuration
    /// The last URL that was checked. Most clients have only one.
    private let checkedURL = Locked<URL?>(nil)

    /// The maximum number of open streams to one host over HTTP/1.1.
    private static let maximumStreamsPerHost = 1000

    /// The version of the libcurl that transports and WebSockets call, and whether it is linked or loaded:
    /// `libcurl/7.88.1 OpenSSL/3.0.19 …, loaded`. `nil` if the system does not have libcurl 7.68 or newer.
    public static let library: String? = CurlLibrary.shared.map {
      "\($0.version), \(CurlSymbols.isLinked ? "linked" : "loaded")"
    }

    /// Creates a transport with the default configuration.
    ///
    /// - Returns: nil if the system does not have libcurl 7.68 or newer.
    public convenience init?() { self.init(library: .shared) }

    /// Creates a transport with a configuration.
    ///
    /// - Throws: an error with the reason if the system does not have libcurl 7.68 or newer, if that libcurl does not support a setting, or if a
    ///   file cannot be read.
    public convenience init(_ configuration: GraphQLCurlTransport.Configuration) throws {
      guard let library = CurlLibrary.shared else {
        throw CurlConfigurationError("GraphQLCurlTransport needs \(CurlLibrary.advice)")
      }
      try configuration.validate(library)
      self.init(configuration, library)
    }

    /// - Parameter library: the system's libcurl; nil if it has none.
    package convenience init?(library: CurlLibrary?) {
      guard let library else { return nil }
      self.init(GraphQLCurlTransport.Configuration(), library)
    }

    private init(_ configuration: GraphQLCurlTransport.Configuration, _ library: CurlLibrary) {
      self.configuration = configuration
      engine = CurlEngine(library, configuration)
      var configuration = configuration
      configuration.maximumConnectionsPerHost = Self.maximumStreamsPerHost
      streams = CurlEngine(library, configuration)
    }

    public var endsAttempts: Bool { true }

    public func send(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse {
      let end = request.timeout.map { SteadyTime.now + SteadyTime.Interval($0) }
      return try await request.followingRedirections { request in
        let response = try await sendOnce(request, end)
        return (response, response)
      }
    }

    public func stream(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPStream {
      try await request.followingRedirections { request in
        let stream = try await streamOnce(request)
        return (stream, GraphQLHTTPResponse(status: stream.status, headers: stream.headers))
      }
    }

    /// - Parameter end: the end of the request's timeout.
    private func sendOnce(
      _ request: GraphQLHTTPRequest, _ end: SteadyTime?
    ) async throws -> GraphQLHTTPResponse {
      try check(request)
      let number = engine.newNumber()
      let answer = CurlPendingResponse()
      // The caller continues immediately, even if the thread is busy. Its next request comes after the cancellation, so it uses another connection if
      // this one may be dead.
      let stop: @Sendable (any Error, CurlEngine.Cancellation) -> Void = { [engine] error, cancellation in
        answer.end(.failure(error)) { engine.cancel(number, cancellation) }
      }
      let alarm = end.map { end in
        AlarmClock.shared.set(for: (end - .now).duration) {
          stop(GraphQLClientError.timedOut(after: request.timeout ?? .zero), .timedOut)
        }
      }
      defer { if let alarm { AlarmClock.shared.remove(alarm) } }
      do {
        return try await withTaskCancellationHandler {
          try await withUnsafeThrowingContinuation { continuation in
            guard answer.wait(continuation) else { return }
            engine.begin(CurlJob(number: number, request: request, receiver: .whole(answer)))
          }
        } onCancel: {
          stop(CancellationError(), .unwanted)
        }
      } catch {
        throw Self.certain(error, about: request)
      }
    }

    /// Wraps the error if nothing was sent and the request must be sent once. If anything may have been sent, the error is `outcomeUnknown`.
    private static func certain(_ error: any Error, about request: GraphQLHTTPRequest) -> any Error {
      request.mustBeSentOnce && error is GraphQLConnectionError ? GraphQLClientError.transport(error) : error
    }

    private func streamOnce(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPStream {
      try check(request)
      let number = streams.newNumber()
      let response = StreamedResponse(
        resume: { [streams] in streams.resume(number) }, cancel: { [streams] in streams.cancel(number) })
      streams.begin(CurlJob(number: number, request: request, receiver: .stream(response)))
      do {
        return try await GraphQLHTTPStream(response)
      } catch {
        throw Self.certain(error, about: request)
      }
    }

    private func check(_ request: GraphQLHTTPRequest) throws {
      if checkedURL.withLock({ $0 == request.url }) { return }
      let scheme = request.url.scheme?.lowercased()
      guard scheme == "http" || scheme == "https", request.url.host?.isEmpty == false else {
        throw GraphQLConnectionError(.unsupportedURL, url: request.url)
      }
      try configuration.checkEncryption(of: request.url)
      checkedURL.withLock { $0 = request.url }
    }
  }
#endif
