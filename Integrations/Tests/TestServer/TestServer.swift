import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// An HTTP server on a free port of this machine, for a test.
public final class TestServer: Sendable {
  public typealias Handler = @Sendable (TestRequest) async throws -> TestResponse

  /// Its port.
  public let port: Int
  private let log: RequestLog

  private typealias Connection = NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>

  private init(_ channel: any Channel, _ log: RequestLog) {
    self.log = log
    port = channel.localAddress?.port ?? 0
  }

  /// Serves while `work` runs.
  ///
  /// - Parameter handler: answers a request.
  public static func run<Result: Sendable>(
    _ handler: @escaping Handler, _ work: @Sendable (TestServer) async throws -> Result
  ) async throws -> Result {
    let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .bind(host: "127.0.0.1", port: 0) { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.configureHTTPServerPipeline()
          return try Connection(
            wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: false))
        }
      }
    let log = RequestLog()
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        try await server.executeThenClose { connections in
          try await withThrowingDiscardingTaskGroup { group in
            for try await connection in connections {
              group.addTask { await serve(connection, handler, log) }
            }
            group.cancelAll()
          }
        }
      }
      let result: Swift.Result<Result, any Error>
      do { result = .success(try await work(TestServer(server.channel, log))) } catch {
        result = .failure(error)
      }
      // Not by cancelling: a connection that was accepted has to be served, or SwiftNIO ends the process.
      try? await server.channel.close()
      return try result.get()
    }
  }

  /// The requests that have come, in their order.
  public var requests: [TestRequest] { log.requests }

  /// How many connections are open.
  public var openConnections: Int { log.openConnections }

  /// Serves one connection until it is closed.
  private static func serve(_ connection: Connection, _ handler: Handler, _ log: RequestLog) async {
    log.countConnection(1)
    defer { log.countConnection(-1) }
    try? await connection.executeThenClose { inbound, outbound in
      var head: HTTPRequestHead?
      var body = ByteBuffer()
      for try await part in inbound {
        switch part {
        case .head(let newHead):
          head = newHead
          body.clear()
        case .body(let bytes): body.writeImmutableBuffer(bytes)
        case .end:
          guard let head else { return }
          let request = TestRequest(head, body)
          log.append(request)
          let response = try await handler(request)
          if response.ending == .cutBeforeHead { return }
          try await write(response, to: outbound)
          if response.ending != .complete { return }
        }
      }
    }
  }

  private static func write(
    _ response: TestResponse, to outbound: NIOAsyncChannelOutboundWriter<HTTPServerResponsePart>
  ) async throws {
    var head = HTTPResponseHead(version: .http1_1, status: .init(statusCode: response.status))
    for (name, value) in response.headers { head.headers.add(name: name, value: value) }
    try await outbound.write(.head(head))
    for await piece in response.pieces {
      try await outbound.write(.body(.byteBuffer(ByteBuffer(bytes: piece))))
    }
    if response.ending != .cutInBody { try await outbound.write(.end(nil)) }
  }
}

private final class RequestLog: Sendable {
  private let state = Mutex((requests: [TestRequest](), connections: 0))

  var requests: [TestRequest] { state.withLock { $0.requests } }
  var openConnections: Int { state.withLock { $0.connections } }

  func append(_ request: TestRequest) { state.withLock { $0.requests.append(request) } }
  func countConnection(_ number: Int) { state.withLock { $0.connections += number } }
}
