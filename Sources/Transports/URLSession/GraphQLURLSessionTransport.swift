#if !os(Linux)
  import ApusHTTP
  import Foundation

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  /// Sends requests with Foundation's `URLSession`. It is the default of clients, except on Linux, where `GraphQLCurlTransport` is used instead.
  ///
  /// It follows redirects without losing the body, and stores neither responses nor cookies. If a server asks for a password over HTTP, the system
  /// handles it on Apple systems; on Android and Windows, the response has status 401.
  ///
  /// ```swift
  /// let transport = GraphQLURLSessionTransport(
  ///   configure: { $0.allowsCellularAccess = false },
  ///   challenge: { challenge in await pinning.respond(to: challenge) },
  ///   metrics: { metrics in report(metrics) })
  /// ```
  /// The closures for challenges and metrics exist only on Apple systems: Foundation on other systems never calls them for a certificate.
  public final class GraphQLURLSessionTransport: GraphQLTransport {
    /// Responds to a server's challenge for a certificate or a password. `.performDefaultHandling` leaves it to the transport.
    public typealias ChallengeHandler =
      @Sendable (URLAuthenticationChallenge) async -> (URLSession.AuthChallengeDisposition, URLCredential?)

    private let session: URLSession
    private let exchanges: Exchanges
    #if !canImport(FoundationNetworking)
      let streams: SessionStreams
    #endif

    #if canImport(FoundationNetworking)
      /// Creates a transport.
      ///
      /// - Parameters:
      ///   - maximumConnectionsPerHost: the number of simultaneous requests if each needs its own connection, as in HTTP/1.1. Foundation's own
      ///     limit is 6.
      ///   - configure: changes the configuration of the session.
      public init(
        maximumConnectionsPerHost: Int = 32, configure: (URLSessionConfiguration) -> Void = { _ in }
      ) {
        exchanges = Exchanges()
        // Delegates of single tasks are never called, so one delegate serves the whole session.
        session = URLSession(
          configuration: Self.configuration(maximumConnectionsPerHost, configure),
          delegate: SessionDelegate(exchanges), delegateQueue: nil)
      }

      /// Foundation on this system never asks about a certificate, so it would ignore a pin.
      @available(
        *, unavailable, message: "Foundation on this system never calls 'challenge' for a certificate"
      )
      public convenience init(
        maximumConnectionsPerHost: Int = 32, configure: (URLSessionConfiguration) -> Void = { _ in },
        challenge: ChallengeHandler?, metrics: (@Sendable (URLSessionTaskMetrics) -> Void)? = nil
      ) {
        self.init(maximumConnectionsPerHost: maximumConnectionsPerHost, configure: configure)
      }

      /// Foundation on this system collects no metrics.
      @available(*, unavailable, message: "Foundation on this system never calls 'metrics'")
      public convenience init(
        maximumConnectionsPerHost: Int = 32, configure: (URLSessionConfiguration) -> Void = { _ in },
        metrics: (@Sendable (URLSessionTaskMetrics) -> Void)?
      ) {
        self.init(maximumConnectionsPerHost: maximumConnectionsPerHost, configure: configure)
      }
    #else
      /// Creates a transport.
      ///
      /// - Parameters:
      ///   - maximumConnectionsPerHost: the number of simultaneous requests if each needs its own connection, as in HTTP/1.1. Foundation's own
      ///     limit is 6.
      ///   - configure: changes the configuration of the session.
      ///   - challenge: responds to servers' challenges, for example to pin certificates; nil leaves them to the system.
      ///   - metrics: receives Foundation's metrics of each task.
      public init(
        maximumConnectionsPerHost: Int = 32, configure: (URLSessionConfiguration) -> Void = { _ in },
        challenge: ChallengeHandler? = nil, metrics: (@Sendable (URLSessionTaskMetrics) -> Void)? = nil
      ) {
        streams = SessionStreams(Self.configuration(maximumConnectionsPerHost, configure), challenge)
        exchanges = Exchanges()
        session = URLSession(
          configuration: Self.configuration(maximumConnectionsPerHost, configure),
          delegate: SessionDelegate(exchanges, challenge, metrics), delegateQueue: nil)
      }
    #endif

    deinit {
      session.finishTasksAndInvalidate()
      #if !canImport(FoundationNetworking)
        streams.invalidate()
      #endif
    }

    private static func configuration(
      _ maximumConnectionsPerHost: Int, _ configure: (URLSessionConfiguration) -> Void
    ) -> URLSessionConfiguration {
      let configuration = URLSessionConfiguration.ephemeral
      configuration.httpMaximumConnectionsPerHost = maximumConnectionsPerHost
      configuration.urlCache = nil
      configuration.httpCookieStorage = nil
      configure(configuration)
      return configuration
    }

    public func send(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse {
      // A session uploads bytes or a single file, so files and parts are copied to one file.
      let file: TemporaryFile?
      switch request.body {
      case .file, .parts: file = try TemporaryFile(request.body)
      case .none, .bytes: file = nil
      }
      return try await request.followingRedirections { request in
        let response = try await sendOnce(request, file)
        return (response, response)
      }
    }

    private func sendOnce(
      _ request: GraphQLHTTPRequest, _ file: TemporaryFile?
    ) async throws -> GraphQLHTTPResponse {
      let session = session(for: request)
      defer { if session !== self.session { session.finishTasksAndInvalidate() } }
      let task = Self.task(for: request, file, in: session)
      do {
        return try await withTaskCancellationHandler {
          try await withCheckedThrowingContinuation { continuation in
            exchanges.begin(task, request, continuation)
          }
        } onCancel: {
          exchanges.end(task, throwing: CancellationError())
        }
      } catch let error as GraphQLConnectionError where request.mustBeSentOnce && !error.isFromBeforeSending {
        throw GraphQLClientError.outcomeUnknown(error)
      }
    }

    /// The session for a request. Foundation on Android and Windows repeats a POST on its own if a kept-alive connection is lost, so a request that
    /// must be sent once gets a session without connections. On Apple systems, Foundation only repeats safe methods.
    private func session(for request: GraphQLHTTPRequest) -> URLSession {
      #if canImport(FoundationNetworking)
        guard request.mustBeSentOnce else { return session }
      #else
        guard request.mustBeSentOnce, request.method.isSafe else { return session }
      #endif
      return URLSession(configuration: session.configuration, delegate: session.delegate, delegateQueue: nil)
    }

    private static func task(
      for request: GraphQLHTTPRequest, _ file: TemporaryFile?, in session: URLSession
    ) -> URLSessionTask {
      let urlRequest = Self.urlRequest(for: request)
      if let file { return session.uploadTask(with: urlRequest, fromFile: file.url) }
      return session.dataTask(with: urlRequest)
    }

    /// Converts a request. Its body is in memory, or added elsewhere.
    static func urlRequest(for request: GraphQLHTTPRequest) -> URLRequest {
      var urlRequest = URLRequest(url: request.url)
      urlRequest.httpMethod = request.method.rawValue
      // Foundation's timeout limits pauses and may ignore fractions of a second. The client's limit is exact.
      urlRequest.timeoutInterval = Self.secondsWithoutLimit
      for field in request.headers.fields {
        urlRequest.addValue(field.value, forHTTPHeaderField: field.name)
      }
      if case .bytes(let data) = request.body { urlRequest.httpBody = data }
      return urlRequest
    }

    /// A week: Foundation cannot express "no limit".
    private static let secondsWithoutLimit: TimeInterval = 7 * 24 * 3600
  }
#endif
