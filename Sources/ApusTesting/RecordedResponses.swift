import ApusClient
import Foundation

/// Responses in a folder, one file for each operation: `Home.json` answers the operation `Home` whatever its variables;
/// `Home-3f2a….json` those requests of which the name says the hash, and goes first.
public struct RecordedResponses: Sendable {
  /// The folder.
  public var folder: URL

  /// The responses in a folder.
  public init(folder: URL) { self.folder = folder }

  /// The files that can answer a request, the first that exists does.
  func files(for request: GraphQLHTTPRequest) throws -> [URL] {
    guard let operation = request.operations.first, request.operations.count == 1 else {
      throw MissingAnswer(description: "only single operations are recorded, no batch: \(request.names)")
    }
    return [
      folder.appendingPathComponent("\(operation.name)-\(Self.hash(of: request)).json"),
      folder.appendingPathComponent("\(operation.name).json"),
    ]
  }

  /// A hash of what is sent: FNV-1a, which stays the same from one run to the next.
  private static func hash(of request: GraphQLHTTPRequest) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ bytes: some Sequence<UInt8>) {
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
    if case .bytes(let data) = request.body { add(data) }
    add((request.url.query ?? "").utf8)
    return String(hash, radix: 16)
  }
}

/// A transport that answers with recorded responses.
public struct ReplayingTransport: GraphQLTransport {
  private let responses: RecordedResponses

  /// A transport that answers with these responses, and asks nobody.
  public init(_ responses: RecordedResponses) { self.responses = responses }

  public func send(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse {
    let files = try responses.files(for: request)
    guard let file = files.first(where: { FileManager.default.fileExists(atPath: $0.path) }) else {
      let names = files.map(\.lastPathComponent).joined(separator: " nor ")
      throw MissingAnswer(
        description:
          "there is no recorded response for \(request.names): \(responses.folder.path) has neither \(names)")
    }
    return GraphQLHTTPResponse(
      status: 200, headers: ["Content-Type": "application/graphql-response+json"],
      body: try Data(contentsOf: file))
  }
}

/// A transport that lets another one answer, and records the answers that are a success.
public struct RecordingTransport: GraphQLTransport {
  private let transport: any GraphQLTransport
  private let responses: RecordedResponses

  /// - Parameters:
  ///   - transport: what answers.
  ///   - responses: where to record; the folder is made when it is not there.
  public init(_ transport: any GraphQLTransport, into responses: RecordedResponses) {
    self.transport = transport
    self.responses = responses
  }

  public func send(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse {
    let response = try await transport.send(request)
    if response.isSuccess, let file = try responses.files(for: request).first {
      try FileManager.default.createDirectory(at: responses.folder, withIntermediateDirectories: true)
      try response.body.write(to: file)
    }
    return response
  }
}
