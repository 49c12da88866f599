#if os(Linux)
  import ApusConcurrency
  import ApusCurl
  import Foundation

  /// Carries requests by libcurl, without Foundation's `URLSession` around it: what clients use on Linux, where libcurl is found.
  ///
  /// ```swift
  /// let ours = URL(fileURLWithPath: "/etc/ssl/ours.pem")
  /// let transport = try CurlTransport(CurlConfiguration(certificateAuthorities: ours))
  /// let client = GraphQLClient(url: url, transport: transport)
  /// ```
  /// One thread waits for the responses to all requests, and another one for all streams, which have connections of their own; each starts with
  /// its first transfer and ends with the transport. A small request on a kept connection leaves in its caller's thread, without blocking it. HTTP/2 is used over TLS where the server has
  /// it, answers are unpacked, redirects followed as ``URLSessionTransport`` does. An idempotent request on a kept connection that the server
  /// has closed meanwhile is sent again when nothing of an answer had come; any other ends with
  /// ``GraphQLClientError/outcomeUnknown(_:)``. Neither responses nor cookies are stored.
  ///
  /// While a name is looked up, libcurl before 7.87 does not let go of it: cancelling such a request ends it for its caller at once, but the
  /// transport's other requests go on only when the look-up has ended.
  ///
  /// Proxies are those of the environment (`https_proxy`, `no_proxy`), unless the configuration names one.
  public final class CurlTransport: GraphQLStreamingTransport {
    private let engine: CurlEngine
    /// Runs the answers that are read as they come. They may last for hours: connections that others wait for are not theirs.
    private let streams: CurlEngine
    private let configuration: CurlConfiguration
    /// The URL that was checked last: most requests go to one.
    private let checkedURL = Locked<URL?>(nil)

    /// How many streams to one host may be open over HTTP/1.1.
    private static let maximumStreamsPerHost = 1000

    /// A transport with the usual configuration.
    ///
    /// - Returns: nil when the system has no libcurl of version 7.68 or newer.
    public convenience init?() { self.init(library: .shared) }

    /// A transport with a configuration that is honoured whole, or not at all.
    ///
    /// - Throws: ``CurlConfigurationError`` when the system has no libcurl of version 7.68 or newer, or one that cannot do what the
    ///   configuration asks for, and when a file cannot be read.
    public convenience init(_ configuration: CurlConfiguration) throws {
      guard let library = CurlLibrary.shared else {
        throw CurlConfigurationError("CurlTransport needs \(CurlLibrary.advice)")
      }
      try configuration.validate(library)
      self.init(configuration, library)
    }

    /// - Parameter library: nil where there is none.
    convenience init?(library: CurlLibrary?) {
      guard let library else { return nil }
      self.init(CurlConfiguration(), library)
    }

    private init(_ configuration: CurlConfiguration, _ library: CurlLibrary) {
      self.configuration = configuration
      var settings = CurlSettings(configuration)
      engine = CurlEngine(library, settings)
      settings.maximumConnectionsPerHost = Self.maximumStreamsPerHost
      streams = CurlEngine(library, settings)
    }

    public func send(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse {
      let end = request.timeout.map { SteadyTime.now + SteadyTime.Interval($0) }
      return try await request.followingRedirections { request in
        let response = try await sendOnce(request, end)
        return (response, response)
      }
    }

    package func stream(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPStream {
      try await request.followingRedirections { request in
        let stream = try await streamOnce(request)
        return (stream, GraphQLHTTPResponse(status: stream.status, headers: stream.headers))
      }
    }

    /// - Parameter end: when the request's timeout has passed.
    private func sendOnce(
      _ request: GraphQLHTTPRequest, _ end: SteadyTime?
    ) async throws -> GraphQLHTTPResponse {
      try check(request)
      let number = engine.newNumber()
      let answer = CurlPendingResponse()
      // Callers go on at once, whatever the thread is doing.
      let stop: @Sendable (any Error) -> Void = { [engine] error in
        answer.end(.failure(error))
        engine.cancel(number)
      }
      let alarm = end.map { end in
        AlarmClock.shared.set(for: (end - .now).duration) {
          stop(GraphQLClientError.timedOut(after: request.timeout ?? .zero))
        }
      }
      defer { if let alarm { AlarmClock.shared.remove(alarm) } }
      do {
        let (response, timing) = try await withTaskCancellationHandler {
          try await withUnsafeThrowingContinuation { continuation in
            guard answer.wait(continuation) else { return }
            engine.begin(CurlJob(number: number, request: CurlRequest(request), receiver: .whole(answer)))
          }
        } onCancel: {
          stop(CancellationError())
        }
        return GraphQLHTTPResponse(response, timing: timing)
      } catch {
        throw GraphQLClientError.translating(error)
      }
    }

    private func streamOnce(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPStream {
      try check(request)
      let number = streams.newNumber()
      let response = StreamedResponse(
        resume: { [streams] in streams.resume(number) }, cancel: { [streams] in streams.cancel(number) })
      streams.begin(CurlJob(number: number, request: CurlRequest(request), receiver: .stream(response)))
      return try await GraphQLHTTPStream(response)
    }

    private func check(_ request: GraphQLHTTPRequest) throws {
      if checkedURL.withLock({ $0 == request.url }) { return }
      let scheme = request.url.scheme?.lowercased()
      guard scheme == "http" || scheme == "https", request.url.host?.isEmpty == false else {
        throw URLError(.unsupportedURL, userInfo: [NSURLErrorFailingURLErrorKey: request.url])
      }
      try configuration.checkEncryption(of: request.url)
      checkedURL.withLock { $0 = request.url }
    }
  }
#endif
