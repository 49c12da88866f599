import Foundation

/// A transport that hands over an answer's body while it comes.
package protocol GraphQLStreamingTransport: GraphQLTransport {
  /// Sends a request, and returns when the header fields of the answer are there.
  ///
  /// `timeout` and `maximumResponseBytes` are for whole answers and do not count.
  func stream(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPStream
}

/// An answer whose body is read as it comes, once.
package struct GraphQLHTTPStream: Sendable {
  /// The status code.
  package var status: Int
  /// The header fields.
  package var headers: GraphQLHTTPHeaders
  /// The body.
  package var body: Body

  package init(status: Int, headers: GraphQLHTTPHeaders, body: Body) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The pieces of a body. While nobody asks for the next one, the transport stops reading: the server has to wait.
  package struct Body: AsyncSequence, AsyncIteratorProtocol, Sendable {
    package typealias Element = Data

    private let nextPiece: @Sendable () async throws -> Data?
    private let isWaiting: @Sendable () -> Bool

    /// - Parameters:
    ///   - next: waits for the next piece; nil at the end of the body. Throws `CancellationError` when its task is
    ///     cancelled, and stops the request then, as it does when the last copy of the closure is released.
    ///   - isWaiting: whether `next` would return without waiting.
    package init(
      next: @escaping @Sendable () async throws -> Data?,
      isWaiting: @escaping @Sendable () -> Bool = { false }
    ) {
      nextPiece = next
      self.isWaiting = isWaiting
    }

    package func next() async throws -> Data? { try await nextPiece() }

    /// Whether the next piece, or the end, has already come.
    package var hasWaiting: Bool { isWaiting() }

    package func makeAsyncIterator() -> Body { self }
  }
}
