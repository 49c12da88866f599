import ApusClient
import ApusPlatform
import ApusShapeChoices

/// A folder of responses with one file per operation: `Home.json` is the response to the operation `Home` with any variables.
/// `Home-3f2a….json`, with a hash of the request in its name, is the response to that request only, and takes precedence.
///
/// ```swift
/// let responses = GraphQLRecordedResponses(folder: URL(fileURLWithPath: "Recorded"))
/// let client = GraphQLClient(url: url, transport: responses.replayingTransport())
/// ```
public struct GraphQLRecordedResponses: Sendable {
  /// The folder with the responses.
  public var folder: URL

  /// Uses the responses in a folder.
  public init(folder: URL) { self.folder = folder }

  /// The files for responses to a request, in order of precedence.
  func files(for request: GraphQLHTTPRequest) throws -> [URL] {
    guard let operation = request.operations.first, request.operations.count == 1 else {
      throw TestingError("only single operations are recorded, not batches: \(request.names)")
    }
    return [
      folder.appendingPathComponent("\(operation.name)-\(Self.hash(of: request)).json"),
      folder.appendingPathComponent("\(operation.name).json"),
    ]
  }

  /// A hash of the request, which is the same in every run.
  private static func hash(of request: GraphQLHTTPRequest) -> String {
    var bytes: [UInt8] = []
    if case .bytes(let data) = request.body { bytes += data }
    bytes += (request.url.query ?? "").utf8
    return String(GeneratedValue.hash(bytes), radix: 16)
  }
}

extension GraphQLRecordedResponses {
  /// Returns a transport that returns recorded responses instead of sending requests.
  ///
  /// ```swift
  /// let responses = GraphQLRecordedResponses(folder: URL(fileURLWithPath: "Recorded"))
  /// let client = GraphQLClient(url: url, transport: responses.replayingTransport())
  /// ```
  public func replayingTransport() -> some GraphQLTransport { ReplayingTransport(responses: self) }

  /// Returns a transport that forwards to another one and records its successful responses. The folder is created if necessary.
  ///
  /// ```swift
  /// let responses = GraphQLRecordedResponses(folder: URL(fileURLWithPath: "Recorded"))
  /// let client = GraphQLClient(url: url, transport: responses.recordingTransport(client.transport))
  /// ```
  /// - Parameter transport: the transport that makes the requests.
  public func recordingTransport(_ transport: any GraphQLTransport) -> some GraphQLTransport {
    RecordingTransport(transport: transport, responses: self)
  }
}

extension GraphQLRecordedResponses {
  /// Returns a transport that returns the responses of a recording, which an inspector of the module ApusInspector wrote, instead of sending
  /// requests.
  ///
  /// An operation gets the responses to the same operation with the same variables, in their order; the last one is repeated.
  ///
  /// ```swift
  /// let transport = try GraphQLRecordedResponses.replayingTransport(recording: URL(fileURLWithPath: "report.jsonl"))
  /// let client = GraphQLClient(url: url, transport: transport)
  /// ```
  /// - Parameter file: the recording, with the values of variables and responses.
  /// - Throws: the system's error; a description of the reason if the file is not a recording, or has no values.
  public static func replayingTransport(recording file: URL) throws -> some GraphQLTransport {
    try RecordedOperations(file)
  }
}

private struct ReplayingTransport: GraphQLTransport {
  let responses: GraphQLRecordedResponses

  func send(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse {
    let files = try responses.files(for: request)
    guard let file = files.first(where: { FileManager.default.fileExists(atPath: $0.path) }) else {
      let names = files.map(\.lastPathComponent).joined(separator: " nor ")
      throw TestingError(
        "there is no recorded response for \(request.names): \(responses.folder.path) has neither \(names)")
    }
    return GraphQLHTTPResponse(graphQL: try Data(contentsOf: file))
  }
}

private struct RecordingTransport: GraphQLTransport {
  let transport: any GraphQLTransport
  let responses: GraphQLRecordedResponses

  func send(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse {
    let response = try await transport.send(request)
    if response.isSuccess, let file = try responses.files(for: request).first {
      try FileManager.default.createDirectory(at: responses.folder, withIntermediateDirectories: true)
      try response.body.write(to: file)
    }
    return response
  }
}
