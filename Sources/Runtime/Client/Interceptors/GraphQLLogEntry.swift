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
  /// The status of the response; nil if none arrived.
  public var status: Int?
  /// The header fields of the response, redacted like those of the request.
  public var responseHeaders: GraphQLHTTPHeaders
  /// The size of the response's body in bytes.
  public var responseByteCount: Int
  /// The kind of error, if no response arrived.
  public var failure: String?
  /// The errors in the response, for any status, with their path and code. Their messages are empty if messages are not logged.
  public var errors: [GraphQLError]
  /// The duration of the request.
  public var duration: Duration
}

extension GraphQLLogEntry {
  /// Whether no response arrived, or it has errors or an unsuccessful status.
  public var isFailure: Bool {
    guard let status, 200..<300 ~= status else { return true }
    return !errors.isEmpty
  }
}

extension GraphQLLogEntry: CustomStringConvertible {
  public var description: String {
    let names = operations.map { "\($0.kind) \($0.name)" }.joined(separator: ", ")
    let ending = status.map { "\($0), \(responseByteCount) bytes" } ?? failure ?? ""
    let again = attempt > 1 ? " (attempt \(attempt))" : ""
    let line = "\(method.rawValue) \(url) \(names)\(again): \(ending) in \(duration)"
    return errors.isEmpty ? line : line + ", errors: " + errors.map(Self.summary).joined(separator: "; ")
  }

  private static func summary(of error: GraphQLError) -> String {
    let message = error.message.isEmpty ? nil : error.message
    let parts = [error.path.map { "\($0)" }, message].compactMap { $0 }.joined(separator: ": ")
    let code = error.code.map { "[\($0)]" }
    return [code, parts.isEmpty ? nil : parts].compactMap { $0 }.joined(separator: " ")
  }
}
