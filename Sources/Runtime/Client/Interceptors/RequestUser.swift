import Apus

/// The user on whose behalf a request is sent, as far as the request shows it.
struct RequestUser: Hashable, Sendable {
  /// For each ``AuthenticationInterceptor`` that has set a token the first of the user's tokens; then the value of `Authorization`, with
  /// these in place of the tokens, if it has a scheme whose values stay the same for a user: a signature differs in each request.
  private let credentials: [String]
  /// The sessions of the request's interceptors.
  private let sessions: [TokenRoot.Session]

  private static let schemes: Set = ["basic", "bearer", "jwt", "token"]

  init(_ request: GraphQLHTTPRequest) {
    let tokens = request.context[TokenRoot.Key.self]
    sessions = tokens.map(\.session)
    var credentials = tokens.map(\.root)
    if let value = request.headers.first(of: "Authorization"),
      let scheme = value.split(separator: " ", maxSplits: 1).first,
      Self.schemes.contains(scheme.lowercased())
    {
      credentials.append(tokens.reduce(value) { $1.replaced(in: $0) })
    }
    self.credentials = credentials
  }

  /// Whether another request is the same user's.
  ///
  /// - Parameter wasRefused: whether the server has rejected this user's credentials: others may replace them, unless both name their user,
  ///   or the user has signed out.
  func isSame(as other: RequestUser, wasRefused: Bool) -> Bool {
    for session in sessions {
      let others = other.sessions.filter { $0.interceptor == session.interceptor }
      if !others.isEmpty, !others.contains(session) { return false }
    }
    if credentials == other.credentials { return true }
    guard credentials.count == other.credentials.count else { return wasRefused }
    return zip(credentials, other.credentials).allSatisfy { mine, others in
      mine == others || ConnectionUser.identity(of: mine) == ConnectionUser.identity(of: others)
        || wasRefused && !Self.areOfDifferentUsers(mine, others)
    }
  }

  /// Whether two credentials name their users, and these are two.
  static func areOfDifferentUsers(_ one: String, _ other: String) -> Bool {
    guard let one = ConnectionUser.subject(of: one), let other = ConnectionUser.subject(of: other) else {
      return false
    }
    return one != other
  }
}
