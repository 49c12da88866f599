import ApusClient
import AsyncHTTPClient
import NIOCore

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

/// Sends requests with AsyncHTTPClient, over the event loops that the rest of a server uses: HTTP/1.1 and, over TLS, HTTP/2.
///
/// ```swift
/// let client = GraphQLClient(url: url, transport: AsyncHTTPClientTransport())
/// ```
/// It follows redirects by the rules of ``GraphQLHTTPRequest/redirected(by:)``. If the server has closed a kept connection, an idempotent
/// request is sent again, provided that no part of a response has arrived; one that is not idempotent throws
/// ``GraphQLClientError/outcomeUnknown(_:)``. Responses are decompressed. Neither responses nor cookies are stored.
///
/// Streams, such as subscriptions by `EventStreamTransport`, have connections of their own. The connections are closed when the last reference
/// to the transport is released.
public final class AsyncHTTPClientTransport: GraphQLStreamingTransport {
  private let requests: HTTPClient
  private let streams: HTTPClient

  /// How many streams to one host may be open over HTTP/1.1.
  private static let maximumStreamsPerHost = 1000

  /// Creates a transport with an HTTP client of its own.
  ///
  /// - Parameters:
  ///   - eventLoopGroup: the event loops; by default those of AsyncHTTPClient's shared client.
  ///   - configure: changes the client's configuration: TLS, proxy, pool, limits for connecting. `redirectConfiguration` has no effect.
  public init(
    eventLoopGroup: any EventLoopGroup = HTTPClient.defaultEventLoopGroup,
    configure: (inout HTTPClient.Configuration) -> Void = { _ in }
  ) {
    var configuration = HTTPClient.Configuration(decompression: .enabled(limit: .none))
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 32
    configure(&configuration)
    // Its rules forward secrets to other origins, and lose the body of a request.
    configuration.redirectConfiguration = .disallow
    requests = HTTPClient(eventLoopGroupProvider: .shared(eventLoopGroup), configuration: configuration)
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = Self.maximumStreamsPerHost
    streams = HTTPClient(eventLoopGroupProvider: .shared(eventLoopGroup), configuration: configuration)
  }

  deinit {
    // Nothing is under way, so there is nobody to tell of an error.
    for client in [requests, streams] { client.shutdown { _ in } }
  }

  public func send(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse {
    try await following(request) { request in
      let start = ContinuousClock.now
      let (response, reader) = try await execute(request, with: requests)
      let firstByte = start.duration(to: .now)
      var body = Data()
      do {
        for try await piece in response.body {
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
  }

  public func stream(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPStream {
    try await following(request) { request in
      let (response, reader) = try await execute(request, with: streams)
      let headers = GraphQLHTTPHeaders(response.headers)
      let status = Int(response.status.code)
      let body = StreamedBody(response.body, of: self) { try Self.failure($0, of: request, reader) }
      return (
        GraphQLHTTPStream(status: status, headers: headers, body: .init(next: { try await body.next() })),
        GraphQLHTTPResponse(status: status, headers: headers)
      )
    }
  }

  // MARK: - One request

  /// Sends a request, and what redirections make of it.
  private func following<Answer>(
    _ request: GraphQLHTTPRequest,
    _ send: (GraphQLHTTPRequest) async throws -> (Answer, GraphQLHTTPResponse)
  ) async throws -> Answer {
    var request = request
    // As many as browsers follow.
    for _ in 0..<20 {
      let (answer, response) = try await send(request)
      guard let redirected = request.redirected(by: response) else { return answer }
      request = redirected
    }
    throw HTTPClientError.redirectLimitReached
  }

  /// Sends a request and waits for the header fields of its response.
  private func execute(
    _ request: GraphQLHTTPRequest, with client: HTTPClient
  ) async throws -> (HTTPClientResponse, RequestBody) {
    var mayRepeat = !request.mustBeSentOnce
    while true {
      let body = RequestBody(request)
      do {
        return (try await client.execute(HTTPClientRequest(request, body), deadline: .distantFuture), body)
      } catch let error where mayRepeat && Self.isOfClosedConnection(error) {
        mayRepeat = false
      } catch {
        throw try Self.failure(error, of: request, body)
      }
    }
  }

  /// Whether the server may have closed a kept connection at the moment when it was chosen.
  private static func isOfClosedConnection(_ error: any Error) -> Bool {
    switch error {
    case let error as HTTPClientError: error == .remoteConnectionClosed
    case let error as ChannelError: error == .ioOnClosedChannel || error == .eof
    case let error as IOError: [ECONNRESET, EPIPE].contains(error.errnoCode)
    default: false
    }
  }

  /// The error to throw for one of AsyncHTTPClient's.
  private static func failure(
    _ error: any Error, of request: GraphQLHTTPRequest, _ body: RequestBody
  ) throws -> any Error {
    try Task.checkCancellation()
    if error is GraphQLClientError || !request.mustBeSentOnce { return error }
    return body.mayHaveBeenSent ? GraphQLClientError.outcomeUnknown(error) : .transport(error)
  }
}
