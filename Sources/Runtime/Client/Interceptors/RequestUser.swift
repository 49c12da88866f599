import Apus

/// The user of a request, as far as the request reveals it.
struct RequestUser: Hashable, Sendable {
  /// For each ``GraphQLAuthenticationInterceptor`` that has set a token, the user's first token. Then the value of `Authorization`, with these tokens in
  /// place of the current ones, if its scheme has a fixed value per user: signatures differ in each request.
  private let credentials: [String]
  /// The sessions of the interceptors.
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

  /// Whether another request belongs to the same user.
  ///
  /// - Parameter wasRejected: whether the server has rejected this user's credentials. Others may then replace them, unless both identify their
  ///   users, or the user has signed out.
  func isSame(as other: RequestUser, wasRejected: Bool) -> Bool {
    for session in sessions {
      let others = other.sessions.filter { $0.interceptor == session.interceptor }
      if !others.isEmpty, !others.contains(session) { return false }
    }
    if credentials == other.credentials { return true }
    guard credentials.count == other.credentials.count else { return wasRejected }
    return zip(credentials, other.credentials).allSatisfy { mine, others in
      mine == others || ConnectionUser.identity(of: mine) == ConnectionUser.identity(of: others)
        || wasRejected && !Self.areOfDifferentUsers(mine, others)
    }
  }

  /// Whether two credentials identify different users.
  static func areOfDifferentUsers(_ one: String, _ other: String) -> Bool {
    guard let one = ConnectionUser.subject(of: one), let other = ConnectionUser.subject(of: other) else {
      return false
    }
    return one != other
  }
}
