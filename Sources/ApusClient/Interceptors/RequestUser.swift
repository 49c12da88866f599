import Apus

/// The user on whose behalf a request is sent, as far as the request says it.
struct RequestUser: Hashable, Sendable {
  /// The first of the user's tokens, if an ``AuthenticationInterceptor`` has set one. Otherwise the value of `Authorization`, if it has a
  /// scheme whose values stay the same for a user: a signature differs in each request. Nil if the request says nothing.
  private let credentials: String?

  private static let schemes: Set = ["basic", "bearer", "jwt", "token"]

  init(_ request: GraphQLHTTPRequest) {
    if let token = request.context[TokenRoot.Key.self] {
      credentials = token.root
    } else if let value = request.headers.first(of: "Authorization"),
      let scheme = value.split(separator: " ", maxSplits: 1).first,
      Self.schemes.contains(scheme.lowercased())
    {
      credentials = value
    } else {
      credentials = nil
    }
  }

  /// Whether another request is the same user's.
  ///
  /// - Parameter response: the response to this user's request; nil if there was none. If it refuses the credentials, others may replace
  ///   them, unless both name their user.
  func isSame(as other: RequestUser, after response: GraphQLHTTPResponse?) -> Bool {
    if self == other { return true }
    if let credentials, let others = other.credentials {
      let (mine, others) = (ConnectionUser.identity(of: credentials), ConnectionUser.identity(of: others))
      if mine == others { return true }
      if mine.list != nil, others.list != nil { return false }
    }
    return response.map { $0.status == 403 || AuthenticationInterceptor.refuses($0) } ?? false
  }
}
