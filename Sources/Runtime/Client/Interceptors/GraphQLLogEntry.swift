import Apus
import ApusPlatform

/// A log entry about a request, without secrets.
///
/// ```swift
/// let logging = GraphQLLoggingInterceptor { entry in
///   if entry.isFailure || entry.duration > .seconds(2) { print(entry) }
/// }
/// ```
public struct GraphQLLogEntry: Sendable {
  /// The outcome of a request.
  public enum Outcome: Sendable {
    /// A response arrived; `byteCount` is the size of its body.
    case response(status: Int, headers: GraphQLHTTPHeaders, byteCount: Int)
    /// The error, if no response arrived.
    case failure(String)
  }

  /// An error that the server reports.
  public struct ReportedError: Error, Hashable, Sendable {
    /// The server's message; nil if messages are not logged.
    public var message: String?
    /// `extensions.code`.
    public var code: String?
    /// The field that failed.
    public var path: GraphQLPath?
  }

  /// The operations in the request.
  public var operations: [GraphQLOperationDescription]
  /// The HTTP method of the request.
  public var method: GraphQLHTTPRequest.Method
  /// The URL without user, password and parameters.
  public var url: String
  /// The header fields. Values are `<redacted>`, except in fields known never to hold a secret.
  public var headers: GraphQLHTTPHeaders
  /// The size of the request's body in bytes.
  public var byteCount: Int
  /// The number of the attempt, starting at 1.
  public var attempt: Int
  /// The outcome of the request.
  public var outcome: Outcome
  /// The errors in the response, for any status.
  public var errors: [ReportedError]
  /// The duration of the request.
  public var duration: Duration
}

extension GraphQLLogEntry {
  /// Whether no response arrived, or it has errors or an unsuccessful status.
  public var isFailure: Bool {
    if case .response(let status, _, _) = outcome, 200..<300 ~= status { return !errors.isEmpty }
    return true
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
    let line = "\(method.rawValue) \(url) \(names)\(again): \(ending) in \(duration)"
    return errors.isEmpty ? line : line + ", errors: " + errors.map(\.description).joined(separator: "; ")
  }
}

extension GraphQLLogEntry.ReportedError: CustomStringConvertible {
  public var description: String {
    let parts = [path.map { "\($0)" }, message].compactMap { $0 }.joined(separator: ": ")
    let code = code.map { "[\($0)]" }
    return [code, parts.isEmpty ? nil : parts].compactMap { $0 }.joined(separator: " ")
  }
}
