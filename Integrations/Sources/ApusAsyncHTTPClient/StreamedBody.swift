import AsyncHTTPClient
import NIOCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The body of a response, read by one reader while it arrives.
actor StreamedBody {
  private var iterator: HTTPClientResponse.Body.AsyncIterator?
  /// Keeps the connections open until the body is released.
  private let transport: AsyncHTTPClientTransport
  private let pool: ConnectionPool
  private let failure: @Sendable (any Error) throws -> any Error

  /// - Parameter failure: converts an error of AsyncHTTPClient.
  init(
    _ body: HTTPClientResponse.Body, of transport: AsyncHTTPClientTransport, _ pool: ConnectionPool,
    failure: @escaping @Sendable (any Error) throws -> any Error
  ) {
    iterator = body.makeAsyncIterator()
    self.transport = transport
    self.pool = pool
    self.failure = failure
  }

  /// Waits for the next piece; nil at the end.
  func next() async throws -> Data? {
    // An actor's property cannot be changed across a suspension.
    guard var iterator else { return nil }
    self.iterator = nil
    do {
      let piece = try await transport.noticingSilence(of: pool, isForStreams: true) {
        try await iterator.next(isolation: self)
      }
      pool.receivedBytes()
      guard let piece else { return nil }
      self.iterator = iterator
      return Data(piece.readableBytesView)
    } catch {
      throw try failure(error)
    }
  }
}
