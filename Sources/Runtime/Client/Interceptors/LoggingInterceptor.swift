#if canImport(os)
  import os
#endif

/// Hands a record of every request to a closure. Secrets are left out: the values of all header fields but those that are known
/// to hold none, the user and the parameters in a URL, variables, and the data of responses.
///
/// ```swift
/// client.interceptors = [LoggingInterceptor { entry in print(entry) }]
/// ```
/// A token in the URL's path is known to you alone: `path` hides it.
public struct LoggingInterceptor: GraphQLInterceptor {
  private let redaction: LogRedaction
  private let log: @Sendable (GraphQLLogEntry) -> Void

  /// - Parameters:
  ///   - headers: names of header fields whose values are shown, in addition to those that never hold a secret.
  ///   - messages: whether the messages of the server's errors are shown: some servers quote variables in them. Their codes
  ///     and paths are always shown.
  ///   - path: returns the path to log for the percent-encoded path of a URL, so that a token in it can be hidden.
  ///   - log: called for each response or error.
  public init(
    showing headers: Set<String> = [], messages: Bool = true,
    path: @escaping @Sendable (String) -> String = { $0 },
    log: @escaping @Sendable (GraphQLLogEntry) -> Void
  ) {
    redaction = LogRedaction(showing: headers, messages: messages, path: path)
    self.log = log
  }

  #if canImport(os)
    /// Logs to the system's log, in public: entries do not contain secrets.
    ///
    /// - Parameters:
    ///   - logger: the logger.
    ///   - level: the level of responses without errors; failures and errors are logged as errors.
    ///   - path: returns the path to log for the percent-encoded path of a URL, so that a token in it can be hidden.
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
