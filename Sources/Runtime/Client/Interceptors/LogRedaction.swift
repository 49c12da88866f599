import Apus
import ApusPlatform

/// Removes everything that must not be logged from a request and its response.
package struct LogRedaction: Sendable {
  private let shown: Set<String>
  private let showsMessages: Bool
  private let path: @Sendable (String) -> String

  /// - Parameters:
  ///   - names: header fields whose values are shown, in addition to those that never contain a secret.
  ///   - showsMessages: whether to show the messages of the server's errors.
  ///   - path: converts the path of a URL to the path to log.
  init(showing names: Set<String>, messages showsMessages: Bool, path: @escaping @Sendable (String) -> String)
  {
    shown = NonSecretHeaders.logged.union(names.map { $0.lowercased() })
    self.showsMessages = showsMessages
    self.path = path
  }

  func entry(
    _ request: GraphQLHTTPRequest, _ ending: Result<GraphQLHTTPResponse, any Error>, _ duration: Duration
  ) -> GraphQLLogEntry {
    var entry = GraphQLLogEntry(
      operations: request.operations, method: request.method,
      url: ShownURL(request.url.absoluteString)?.text(path: path) ?? "<redacted>",
      headers: redacted(request.headers), byteCount: request.body.byteCount, attempt: request.attempt,
      responseHeaders: [:], responseByteCount: 0, errors: [], duration: duration)
    switch ending {
    case .success(let response):
      entry.status = response.status
      entry.responseHeaders = redacted(response.headers)
      entry.responseByteCount = response.body.count
      // Most responses have no errors, so a body without the word is not decoded.
      if response.body.containsBytes(of: "\"errors\"") {
        entry.errors = response.reportedErrors().map(redacted)
      }
    case .failure(let error):
      entry.failure = Self.name(of: error)
    }
    return entry
  }

  private func redacted(_ error: GraphQLError) -> GraphQLError {
    GraphQLError(
      message: showsMessages ? error.message : "", path: error.path,
      extensions: error.code.map { ["code": .string($0)] } ?? [:])
  }

  private func redacted(_ headers: GraphQLHTTPHeaders) -> GraphQLHTTPHeaders {
    GraphQLHTTPHeaders(
      headers.fields.map { field in
        shown.contains(field.name.lowercased())
          ? field : GraphQLHTTPHeaders.Field(name: field.name, value: "<redacted>")
      })
  }

  /// The kind of error, because an error's description may quote the URL or the body.
  package static func name(of error: any Error) -> String {
    switch error {
    case GraphQLClientError.credentialsChanged: "credentials changed"
    case GraphQLClientError.timedOut(let timeout): "timed out after \(timeout)"
    case GraphQLClientError.responseTooLarge(let limit): "more than \(limit) bytes"
    case GraphQLClientError.tooManyParts(let limit): "more than \(limit) parts"
    case GraphQLClientError.transport(let error as GraphQLConnectionError):
      "GraphQLConnectionError \(error.code.rawValue)"
    case GraphQLClientError.transport(let error): "\(type(of: error))"
    case let error: "\(type(of: error))"
    }
  }
}

extension GraphQLHTTPResponse {
  /// The errors in a response, or in all responses of a batch.
  fileprivate func reportedErrors() -> [GraphQLError] {
    guard let ranges = try? GraphQLBatch.ranges(json: body) else { return graphQLErrors() }
    return ranges.flatMap { GraphQLHTTPResponse(status: status, body: body.slice(at: $0)).graphQLErrors() }
  }
}
