import Foundation

/// What is logged about a request. It holds no secrets.
public struct GraphQLLogEntry: Sendable {
  /// How a request ended.
  public enum Outcome: Sendable {
    /// An answer came, with a body of so many bytes.
    case response(status: Int, headers: GraphQLHTTPHeaders, byteCount: Int)
    /// No answer came: why.
    case failure(String)
  }

  /// The operations that were asked for.
  public var operations: [GraphQLOperationDescription]
  /// The HTTP method.
  public var method: GraphQLHTTPRequest.Method
  /// Without user, password, parameters.
  public var url: String
  /// The values of fields that hold secrets are replaced by `<redacted>`.
  public var headers: GraphQLHTTPHeaders
  /// How many bytes the request's body has.
  public var byteCount: Int
  /// Which attempt it was, counted from 1.
  public var attempt: Int
  /// What came of it.
  public var outcome: Outcome
  /// How long it took.
  public var duration: Duration

  enum Ending {
    case answered(GraphQLHTTPResponse)
    case failed(any Error)
  }

  init(_ request: GraphQLHTTPRequest, _ ending: Ending, _ duration: Duration) {
    operations = request.operations
    method = request.method
    url = Self.redacted(request.url)
    headers = Self.redacted(request.headers)
    byteCount = request.body.byteCount
    attempt = request.attempt
    outcome =
      switch ending {
      case .answered(let response):
        .response(
          status: response.status, headers: Self.redacted(response.headers), byteCount: response.body.count)
      case .failed(let error): .failure(Self.name(of: error))
      }
    self.duration = duration
  }

  private static func redacted(_ headers: GraphQLHTTPHeaders) -> GraphQLHTTPHeaders {
    var redacted = headers
    for field in headers.fields where SecretHeaders.contains(field.name) {
      redacted[field.name] = "<redacted>"
    }
    return redacted
  }

  private static func redacted(_ url: URL) -> String {
    guard var components = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return "<redacted>" }
    components.user = nil
    components.password = nil
    components.query = nil
    components.fragment = nil
    return components.string ?? "<redacted>"
  }

  /// What kind of error it is: an error's own text may quote the URL or the body.
  private static func name(of error: any Error) -> String {
    switch error {
    case GraphQLClientError.timedOut(let timeout): "timed out after \(timeout)"
    case GraphQLClientError.transport(let error as URLError): "URLError \(error.code.rawValue)"
    case GraphQLClientError.transport(let error): "\(type(of: error))"
    case let error: "\(type(of: error))"
    }
  }
}

extension GraphQLLogEntry: CustomStringConvertible {
  public var description: String {
    let names = operations.map { "\($0.kind) \($0.name)" }.joined(separator: ", ")
    let ending =
      switch outcome {
      case .response(let status, _, let byteCount): "\(status), \(byteCount) bytes"
      case .failure(let name): name
      }
    let again = attempt > 1 ? " (attempt \(attempt))" : ""
    return "\(method.rawValue) \(url) \(names)\(again): \(ending) in \(duration)"
  }
}
