import ApusClient
import AsyncHTTPClient
import NIOCore
import NIOPosix
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Sends requests with AsyncHTTPClient, on the event loops that the rest of a server uses: HTTP/1.1 and, over TLS, HTTP/2.
///
/// ```swift
/// let client = GraphQLClient(url: url, transport: AsyncHTTPClientTransport())
/// ```
/// It follows redirects by the rules of ``GraphQLHTTPRequest/redirected(by:)``. If the server has closed an idle connection that a request uses, an
/// idempotent request is sent again, unless part of a response has arrived; any other request throws ``GraphQLClientError/outcomeUnknown(_:)``.
/// Responses are decompressed. Neither responses nor cookies are stored.
///
/// Streams, such as subscriptions by `GraphQLHTTPSubscriptionTransport`, use separate connections. The connections are closed when the last reference to the
/// transport is released.
public final class AsyncHTTPClientTransport: GraphQLStreamingTransport {
  private let requests: Mutex<ConnectionPool>
  private let streams: Mutex<ConnectionPool>
  private let makePool: @Sendable (_ isForStreams: Bool) -> ConnectionPool

  /// The maximum number of open streams to one host over HTTP/1.1.
  private static let maximumStreamsPerHost = 1000

  /// Creates a transport with a separate HTTP client.
  ///
  /// - Parameters:
  ///   - eventLoopGroup: the event loops; by default those of AsyncHTTPClient's shared client.
  ///   - configure: changes the client's configuration: TLS, proxy, pool and connection limits. Changes to `redirectConfiguration` are ignored.
  public init(
    eventLoopGroup: any EventLoopGroup = HTTPClient.defaultEventLoopGroup,
    configure: (inout HTTPClient.Configuration) -> Void = { _ in }
  ) {
    var configuration = HTTPClient.Configuration(decompression: .enabled(limit: .none))
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 32
    configure(&configuration)
    // The library's redirects would send secrets to other origins and drop request bodies.
    configuration.redirectConfiguration = .disallow
    // The library would retry until the request's timeout, and then only report the timeout.
    configuration.connectionPool.retryConnectionEstablishment = false
    let makePool: @Sendable (Bool) -> ConnectionPool = { [configuration] isForStreams in
      var configuration = configuration
      if isForStreams {
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = Self.maximumStreamsPerHost
      }
      return ConnectionPool(
        HTTPClient(eventLoopGroupProvider: .shared(eventLoopGroup), configuration: configuration))
    }
    self.makePool = makePool
    requests = Mutex(makePool(false))
    streams = Mutex(makePool(true))
  }

  public func send(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse {
    try await following(request) { request in
      let pool = requests.withLock { $0 }
      return try await noticingSilence(of: pool, isForStreams: false) {
        try await sendOnce(request, over: pool)
      }
    }
  }

  private func sendOnce(
    _ request: GraphQLHTTPRequest, over pool: ConnectionPool
  ) async throws -> (GraphQLHTTPResponse, GraphQLHTTPResponse) {
    let start = ContinuousClock.now
    let (response, reader) = try await execute(request, with: pool)
    let firstByte = start.duration(to: .now)
    var body = Data()
    do {
      for try await piece in response.body {
        pool.receivedBytes()
        piece.withUnsafeReadableBytes { body.append(contentsOf: $0) }
        guard body.count <= request.maximumResponseBytes else {
          throw GraphQLClientError.responseTooLarge(limit: request.maximumResponseBytes)
        }
        reader.report(received: body.count, of: response)
      }
    } catch {
      throw try Self.failure(error, of: request, reader)
    }
    let answer = GraphQLHTTPResponse(
      status: Int(response.status.code), headers: GraphQLHTTPHeaders(response.headers), body: body,
      timing: GraphQLTiming(firstByte: firstByte, total: start.duration(to: .now)))
    return (answer, answer)
  }

  public func stream(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPStream {
    try await following(request) { request in
      let pool = streams.withLock { $0 }
      let (response, reader) = try await noticingSilence(of: pool, isForStreams: true) {
        try await execute(request, with: pool)
      }
      let headers = GraphQLHTTPHeaders(response.headers)
      let status = Int(response.status.code)
      let body = StreamedBody(response.body, of: self, pool) { try Self.failure($0, of: request, reader) }
      return (
        GraphQLHTTPStream(status: status, headers: headers, next: { try await body.next() }),
        GraphQLHTTPResponse(status: status, headers: headers)
      )
    }
  }

  // MARK: - Silence

  /// Waits for a value. If the task is cancelled and the connections may be dead, the next requests use others.
  func noticingSilence<Value: Sendable>(
    of pool: ConnectionPool, isForStreams: Bool, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Value
  ) async throws -> Value {
    let start = ContinuousClock.now
    return try await withTaskCancellationHandler {
      try await body()
    } onCancel: {
      guard pool.mayBeDead(since: start) else { return }
      let next = makePool(isForStreams)
      if isForStreams {
        streams.withLock { if $0 === pool { $0 = next } }
      } else {
        requests.withLock { if $0 === pool { $0 = next } }
      }
    }
  }

  // MARK: - One request

  /// Sends a request and follows redirects.
  private func following<Answer>(
    _ request: GraphQLHTTPRequest,
    _ send: (GraphQLHTTPRequest) async throws -> (Answer, GraphQLHTTPResponse)
  ) async throws -> Answer {
    var request = request
    // Browsers follow as many redirects.
    for _ in 0..<20 {
      let (answer, response) = try await send(request)
      guard let redirected = request.redirected(by: response) else { return answer }
      request = redirected
    }
    throw GraphQLConnectionError(.httpTooManyRedirects)
  }

  /// Sends a request and waits for the header fields of its response.
  private func execute(
    _ request: GraphQLHTTPRequest, with pool: ConnectionPool
  ) async throws -> (HTTPClientResponse, RequestBody) {
    var mayRepeat = !request.mustBeSentOnce
    while true {
      let body = RequestBody(request)
      do {
        let response = try await pool.client.execute(
          HTTPClientRequest(request, body), deadline: .distantFuture)
        pool.receivedHead(response.version)
        return (response, body)
      } catch let error where mayRepeat && Self.isOfClosedConnection(error) {
        mayRepeat = false
      } catch {
        throw try Self.failure(error, of: request, body)
      }
    }
  }

  /// Whether the server may have closed an idle connection at the moment when it was chosen.
  private static func isOfClosedConnection(_ error: any Error) -> Bool {
    switch error {
    case let error as HTTPClientError: error == .remoteConnectionClosed
    case let error as ChannelError: error == .ioOnClosedChannel || error == .eof
    case let error as IOError: [ECONNRESET, EPIPE].contains(error.errnoCode)
    default: false
    }
  }

  /// The error to throw for an error of AsyncHTTPClient.
  private static func failure(
    _ error: any Error, of request: GraphQLHTTPRequest, _ body: RequestBody
  ) throws -> any Error {
    try Task.checkCancellation()
    if error is GraphQLClientError { return error }
    let known = GraphQLConnectionError(nio: error, url: request.url)
    if !request.mustBeSentOnce { return known }
    // Without a body, it is unknown whether anything was sent, unless no connection was made.
    let isUnconnected = error is NIOConnectionError
    return body.mayHaveBeenSent && !isUnconnected
      ? GraphQLClientError.outcomeUnknown(known) : .transport(known)
  }
}
