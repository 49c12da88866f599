#if canImport(os)
  import os
#endif

/// Passes an entry about every request to a closure. Entries omit secrets: variables, the data of responses, the user and parameters in URLs, and all
/// header values except those that never contain a secret.
///
/// ```swift
/// client.interceptors = [GraphQLLoggingInterceptor { entry in print(entry) }]
/// ```
/// If there is a token in the URL's path, hide it with `path`.
public struct GraphQLLoggingInterceptor: GraphQLInterceptor {
  private let redaction: LogRedaction
  private let log: @Sendable (GraphQLLogEntry) -> Void

  /// Creates an interceptor.
  ///
  /// - Parameters:
  ///   - headers: names of header fields whose values are shown, in addition to those that never contain a secret.
  ///   - messages: whether to show the messages of the server's errors. Some servers quote variables in them. Codes and paths are always shown.
  ///   - path: converts the percent-encoded path of a URL to the path to log, so that a token in it can be hidden.
  ///   - log: called for each response or error, in the task of the request, which continues when it returns.
  public init(
    showing headers: Set<String> = [], messages: Bool = true,
    path: @escaping @Sendable (String) -> String = { $0 },
    log: @escaping @Sendable (GraphQLLogEntry) -> Void
  ) {
    redaction = LogRedaction(showing: headers, messages: messages, path: path)
    self.log = log
  }

  #if canImport(os)
    /// Creates an interceptor that writes public entries to the system's log. They do not contain secrets.
    ///
    /// - Parameters:
    ///   - logger: the logger.
    ///   - level: the level of responses without errors; failures and errors are logged as errors.
    ///   - path: converts the percent-encoded path of a URL to the path to log, so that a token in it can be hidden.
    public init(
      _ logger: Logger, level: OSLogType = .debug, path: @escaping @Sendable (String) -> String = { $0 }
    ) {
      self.init(path: path) { entry in
        let severity: OSLogType = entry.isFailure ? .error : level
        logger.log(level: severity, "\(entry.description, privacy: .public)")
      }
    }
  #endif

  public func intercept(
    _ request: GraphQLHTTPRequest, next: @escaping GraphQLNext
  ) async throws -> GraphQLHTTPResponse {
    let start = ContinuousClock.now
    do {
      let response = try await next(request)
      log(redaction.entry(request, .success(response), start.duration(to: .now)))
      return response
    } catch {
      log(redaction.entry(request, .failure(error), start.duration(to: .now)))
      throw error
    }
  }
}
