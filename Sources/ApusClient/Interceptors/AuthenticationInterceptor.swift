/// Adds a token to every request, and gets a new one when the server refuses it: once, however many requests it refuses at the
/// same time. Those are then sent again.
///
/// ```swift
/// client.interceptors = [
///   AuthenticationInterceptor(token: stored) { expired in try await session.refresh(expired) }
/// ]
/// ```
public struct AuthenticationInterceptor: GraphQLInterceptor {
  /// The errors' `extensions.code` by which servers say, with a status of success, what others say with 401.
  public static let unauthenticatedCode = "UNAUTHENTICATED"

  private let tokens: Tokens
  private let isRefused: @Sendable (GraphQLHTTPResponse) -> Bool
  private let apply: @Sendable (String, inout GraphQLHTTPHeaders) -> Void

  /// - Parameters:
  ///   - token: the token to begin with; nil to ask for one first.
  ///   - isRefused: whether a response says that the token is no longer good. By default status 401, or an error whose code is
  ///     `UNAUTHENTICATED`.
  ///   - apply: puts the token into the header fields. By default `Authorization: Bearer …`.
  ///   - refresh: gets a new token. Its parameter is the one that was refused. What it throws, the requests that wait for it
  ///     throw.
  public init(
    token: String? = nil,
    isRefused: @escaping @Sendable (GraphQLHTTPResponse) -> Bool = { response in
      response.status == 401 || response.hasError(code: unauthenticatedCode)
    },
    apply: @escaping @Sendable (String, inout GraphQLHTTPHeaders) -> Void = { token, headers in
      headers["Authorization"] = "Bearer \(token)"
    },
    refresh: @escaping @Sendable (String?) async throws -> String
  ) {
    tokens = Tokens(token, refresh)
    self.isRefused = isRefused
    self.apply = apply
  }

  public func intercept(
    _ request: GraphQLHTTPRequest, next: @escaping GraphQLNext
  ) async throws -> GraphQLHTTPResponse {
    let token = try await tokens.token(otherThan: nil)
    let response = try await next(request.with(token, apply))
    guard isRefused(response) else { return response }
    // A request that the server refused was not carried out: sending it again does no harm, whatever it asks for.
    return try await next(request.with(tokens.token(otherThan: token), apply))
  }
}

extension GraphQLHTTPRequest {
  fileprivate func with(
    _ token: String, _ apply: (String, inout GraphQLHTTPHeaders) -> Void
  ) -> GraphQLHTTPRequest {
    var request = self
    apply(token, &request.headers)
    return request
  }
}

/// The current token, and the one request for the next.
private actor Tokens {
  private var current: String?
  private var refreshing: Task<String, any Error>?
  private let refresh: @Sendable (String?) async throws -> String

  init(_ token: String?, _ refresh: @escaping @Sendable (String?) async throws -> String) {
    current = token
    self.refresh = refresh
  }

  /// The current token, or the next one when the current one is `refused`.
  func token(otherThan refused: String?) async throws -> String {
    if let current, current != refused { return current }
    if let refreshing { return try await refreshing.value }
    // A task of its own: others wait for the token, too, so it does not end with the request that asked first.
    let old = current
    let task = Task { [refresh] in try await refresh(old) }
    refreshing = task
    defer { refreshing = nil }
    let token = try await task.value
    current = token
    return token
  }
}
