import ApusClient
import AsyncHTTPClient
import NIOCore
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The body of a request, read piece by piece while it is sent.
///
/// The library asks for the first piece once there is a connection. So a request whose body was never asked for was not executed.
final class RequestBody: AsyncSequence, Sendable {
  private let body: GraphQLHTTPBody
  private let progress: (@Sendable (GraphQLProgress) -> Void)?
  private let sent = Atomic(-1)

  init(_ request: GraphQLHTTPRequest) {
    body = request.body
    progress = request.progress
  }

  /// Whether part of the request may have been sent. This is unknown for a request without a body, so it counts as possible.
  var mayHaveBeenSent: Bool { body.byteCount == 0 || sent.load(ordering: .sequentiallyConsistent) >= 0 }

  /// Reports received bytes.
  func report(received: Int, of response: HTTPClientResponse) {
    guard let progress else { return }
    // The server's Content-Length counts compressed bytes.
    let isCompressed = response.headers.contains(name: "Content-Encoding")
    let total = isCompressed ? nil : response.headers.first(name: "Content-Length").flatMap { Int($0) }
    progress(
      GraphQLProgress(
        sentBytes: body.byteCount, totalBytesToSend: body.byteCount, receivedBytes: received,
        totalBytesToReceive: total))
  }

  private func report(sent count: Int) {
    let total = sent.add(count, ordering: .sequentiallyConsistent).newValue
    progress?(GraphQLProgress(sentBytes: total, totalBytesToSend: body.byteCount))
  }

  func makeAsyncIterator() -> Iterator {
    sent.store(0, ordering: .sequentiallyConsistent)
    return Iterator(reader: GraphQLHTTPBodyReader(body), body: self)
  }

  struct Iterator: AsyncIteratorProtocol {
    var reader: GraphQLHTTPBodyReader
    let body: RequestBody

    mutating func next() async throws -> ByteBuffer? {
      guard let piece = try reader.read(upToCount: 1 << 16) else { return nil }
      body.report(sent: piece.count)
      return ByteBuffer(bytes: piece)
    }
  }
}
