import ApusClient
import Logging

/// Logs each request with swift-log's task-local logger, `Logger.current`, which has the operation's name during the request.
///
/// ```swift
/// client.interceptors = [SwiftLogInterceptor(), GraphQLRetryInterceptor()]
/// try await withLogger(mergingMetadata: ["request.id": "\(id)"]) { _ in
///   _ = try await client.fetch(HomeQuery())
/// }
/// ```
/// A record has the metadata of the caller's logger, and `graphql.operation.name`, `graphql.operation.type`, `http.response.status_code`,
/// `http.request.resend_count` and `duration`. Like ``GraphQLLoggingInterceptor``, it omits secrets.
public struct SwiftLogInterceptor: GraphQLInterceptor {
  private let logging: GraphQLLoggingInterceptor

  /// - Parameters:
  ///   - level: the level of responses without errors.
  ///   - failureLevel: the level of failures and of responses with errors.
  ///   - headers: names of header fields whose values may be logged, in addition to those that never hold a secret.
  ///   - messages: whether the messages of the server's errors are logged: some servers quote variables in them.
  ///   - path: returns the path to log for the percent-encoded path of a URL, so that a token in it can be hidden.
  public init(
    level: Logger.Level = .debug, failureLevel: Logger.Level = .error, showing headers: Set<String> = [],
    messages: Bool = true, path: @escaping @Sendable (String) -> String = { $0 }
  ) {
    logging = GraphQLLoggingInterceptor(showing: headers, messages: messages, path: path) { entry in
      Logger.current.log(
        level: entry.isFailure ? failureLevel : level, "\(entry)", metadata: entry.metadata)
    }
  }

  public func intercept(
    _ request: GraphQLHTTPRequest, next: @escaping GraphQLNext
  ) async throws -> GraphQLHTTPResponse {
    let names = request.operations.map(\.name).joined(separator: ",")
    let kinds = request.operations.map(\.kind.rawValue).joined(separator: ",")
    return try await withLogger(
      mergingMetadata: ["graphql.operation.name": "\(names)", "graphql.operation.type": "\(kinds)"]
    ) { _ in try await logging.intercept(request, next: next) }
  }
}

extension GraphQLLogEntry {
  /// The metadata that the request's logger does not have yet.
  fileprivate var metadata: Logger.Metadata {
    var metadata: Logger.Metadata = ["duration": "\(duration)"]
    if let status { metadata["http.response.status_code"] = "\(status)" }
    if attempt > 1 { metadata["http.request.resend_count"] = "\(attempt - 1)" }
    let codes = errors.compactMap(\.code)
    if !codes.isEmpty { metadata["graphql.error.codes"] = .array(codes.map { "\($0)" }) }
    return metadata
  }
}
