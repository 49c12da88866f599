/// Adds the current token to every request, and refreshes it when the server rejects it. Concurrent rejections trigger a single refresh; then the
/// requests are sent again.
///
/// ```swift
/// client.interceptors = [
///   GraphQLAuthenticationInterceptor {
///     await session.token
///   } refresh: { rejected in
///     try await session.refresh(rejected)
///   }
/// ]
/// ```
public struct GraphQLAuthenticationInterceptor: GraphQLInterceptor {
  /// The errors' `extensions.code` that some servers send with a success status instead of status 401: the code of Apollo Server and many others, and
  /// the code of Hasura.
  public static let unauthenticatedCodes = ["UNAUTHENTICATED", "invalid-jwt"]

  private let tokens: Tokens
  private let isRejected: @Sendable (GraphQLHTTPResponse) -> Bool
  private let apply: @Sendable (String, inout GraphQLHTTPHeaders) -> Void

  /// Creates an interceptor.
  ///
  /// - Parameters:
  ///   - refreshTimeout: the time limit for `refresh`. After that it is cancelled, and a later request calls it again. A request does not wait for
  ///     a token longer than its own timeout.
  ///   - isRejected: whether a response rejects the token. By default, status 401 does, and an error with one of ``unauthenticatedCodes``. The
  ///     request is sent again with the new token, unless it is not idempotent and the server may have executed it:
  ///     ``GraphQLHTTPResponse/execution``.
  ///   - apply: adds the token to the header fields. By default `Authorization: Bearer …`.
  ///   - current: the token of the user who is signed in now, called for each request. If it returns `nil`, the request is sent without a token,
  ///     and a rejection does not start a refresh.
  ///   - refresh: gets a new token to replace the rejected one. If it returns the same token, requests fail with an error that explains it. If it
  ///     throws, all requests that wait for it throw that error, and later requests call it again. It continues if these requests are cancelled,
  ///     because servers often accept a refresh token only once.
  public init(
    refreshTimeout: Duration = .seconds(60),
    isRejected: @escaping @Sendable (GraphQLHTTPResponse) -> Bool = { rejects($0) },
    apply: @escaping @Sendable (String, inout GraphQLHTTPHeaders) -> Void = { bear($0, &$1) },
    current: @escaping @Sendable () async throws -> String?,
    refresh: @escaping @Sendable (String) async throws -> String
  ) {
    self.init(.eventually(current), refreshTimeout, isRejected, apply, refresh)
  }

  /// Creates an interceptor whose token is available without waiting, for example in a variable that a lock protects.
  ///
  /// - Parameters:
  ///   - refreshTimeout: the time limit for `refresh`. After that it is cancelled, and a later request calls it again.
  ///   - isRejected: whether a response rejects the token.
  ///   - apply: adds the token to the header fields. By default `Authorization: Bearer …`.
  ///   - current: the token of the user who is signed in now, or nil; called for each request. It must not block.
  ///   - refresh: gets a new token to replace the rejected one.
  public init(
    refreshTimeout: Duration = .seconds(60),
    isRejected: @escaping @Sendable (GraphQLHTTPResponse) -> Bool = { rejects($0) },
    apply: @escaping @Sendable (String, inout GraphQLHTTPHeaders) -> Void = { bear($0, &$1) },
    current: @escaping @Sendable () throws -> String?,
    refresh: @escaping @Sendable (String) async throws -> String
  ) {
    self.init(.immediately(current), refreshTimeout, isRejected, apply, refresh)
  }

  private init(
    _ current: Tokens.Current, _ refreshTimeout: Duration,
    _ isRejected: @escaping @Sendable (GraphQLHTTPResponse) -> Bool,
    _ apply: @escaping @Sendable (String, inout GraphQLHTTPHeaders) -> Void,
    _ refresh: @escaping @Sendable (String) async throws -> String
  ) {
    tokens = Tokens(current: current) { token in
      try await TimeLimit.race(refreshTimeout) { try await refresh(token) }
    }
    self.isRejected = isRejected
    self.apply = apply
  }

  /// Whether a response rejects the request's token: status 401, or an error with one of ``unauthenticatedCodes``.
  @usableFromInline
  static func rejects(_ response: GraphQLHTTPResponse) -> Bool {
    response.status == 401 || unauthenticatedCodes.contains { response.hasError(code: $0) }
  }

  /// Sets the field `Authorization: Bearer …`.
  @usableFromInline
  static func bear(_ token: String, _ headers: inout GraphQLHTTPHeaders) {
    headers["Authorization"] = "Bearer \(token)"
  }

  /// Forgets the user's tokens. Requests that wait for a refresh end with the server's rejection. Pending refreshes are discarded; their token is
  /// never sent. ``GraphQLClient/close()`` calls this method.
  ///
  /// If you do not call it, waiting requests end when `refresh` does. They end with the server's rejection if `current` then returns nil, and with
  /// the rejection or ``GraphQLClientError/credentialsChanged`` if it returns another user's token. Only JSON Web Tokens identify their user. If
  /// another kind of token was rejected, a third token that `current` returns counts as the same user's.
  public func signOut() { tokens.signOut() }

  public func intercept(
    _ request: GraphQLHTTPRequest, next: @escaping GraphQLNext
  ) async throws -> GraphQLHTTPResponse {
    let tokens = tokens
    guard let sent = try await tokens.current(within: request.timeout) else { return try await next(request) }
    let response = try await next(carrying(sent.token, request))
    guard isRejected(response) else { return response }
    if request.mustBeSentOnce, !response.execution.isRuledOut {
      // The next request needs the new token. A failed refresh does not change what the server has done.
      _ = try? await TimeLimit.race(request.timeout) { try await tokens.replacement(of: sent) }
      try Task.checkCancellation()
      return response
    }
    let replacement = try await TimeLimit.race(request.timeout) { try await tokens.replacement(of: sent) }
    // The user has signed out in the meantime.
    guard let replacement else { return response }
    var repeated = carrying(replacement, request)
    repeated.context[TokenRoot.ReplacesRejected.self] = true
    return try await next(repeated)
  }

  private func carrying(_ token: TokenRoot, _ request: GraphQLHTTPRequest) -> GraphQLHTTPRequest {
    var request = request
    apply(token.token, &request.headers)
    request.context[TokenRoot.Key.self].append(token)
    return request
  }
}
