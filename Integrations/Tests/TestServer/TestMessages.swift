import NIOCore
import NIOHTTP1

/// A request that the server got.
public struct TestRequest: Sendable {
  public let method: String
  public let path: String
  public let headers: [(name: String, value: String)]
  public let body: [UInt8]

  init(_ head: HTTPRequestHead, _ body: ByteBuffer) {
    method = head.method.rawValue
    path = head.uri
    headers = head.headers.map { ($0.name, $0.value) }
    self.body = Array(body.readableBytesView)
  }

  public var text: String { String(decoding: body, as: UTF8.self) }

  public subscript(name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// What the server answers.
public struct TestResponse: Sendable {
  /// What becomes of the connection.
  public enum Ending: Sendable {
    /// It is kept.
    case complete
    /// It is closed after the response, which does not say so.
    case closed
    /// It is closed instead of a response.
    case cutBeforeHead
    /// It is closed where more of the body ought to come.
    case cutInBody
  }

  public var status: Int
  public var headers: [(name: String, value: String)]
  public var pieces: AsyncStream<[UInt8]>
  public var ending: Ending

  /// A response whose body comes as the pieces do.
  public init(
    _ status: Int = 200, _ headers: [(name: String, value: String)], pieces: AsyncStream<[UInt8]>,
    ending: Ending = .complete
  ) {
    self.status = status
    self.headers = headers
    self.pieces = pieces
    self.ending = ending
  }

  /// A response with a body of known length.
  public init(
    _ status: Int = 200, _ headers: [(name: String, value: String)] = [], bytes: [UInt8],
    ending: Ending = .complete
  ) {
    let (pieces, feed) = AsyncStream.makeStream(of: [UInt8].self)
    feed.yield(bytes)
    feed.finish()
    self.init(
      status, headers + [("Content-Length", "\(bytes.count)")], pieces: pieces, ending: ending)
  }

  /// A GraphQL response.
  public static func json(
    _ text: String, status: Int = 200, ending: Ending = .complete
  ) -> TestResponse {
    TestResponse(status, [("Content-Type", "application/json")], bytes: Array(text.utf8), ending: ending)
  }

  /// The answer to the query of this package's documents.
  public static var album: TestResponse { json(#"{"data":{"album":{"title":"Blue"}}}"#) }
}
