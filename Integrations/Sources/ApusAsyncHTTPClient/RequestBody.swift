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
/// Nothing is asked for before there is a connection, so that a request whose body was never asked for was not carried out.
final class RequestBody: AsyncSequence, Sendable {
  private let body: GraphQLHTTPBody
  private let progress: (@Sendable (GraphQLProgress) -> Void)?
  private let sent = Atomic(-1)

  init(_ request: GraphQLHTTPRequest) {
    body = request.body
    progress = request.progress
  }

  /// Whether a part of the request may have been sent. Of one without a body nothing is known.
  var mayHaveBeenSent: Bool { body.byteCount == 0 || sent.load(ordering: .sequentiallyConsistent) >= 0 }

  /// Tells of received bytes.
  func report(received: Int, of response: HTTPClientResponse) {
    guard let progress else { return }
    // The length that the server says is that of compressed bytes.
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
