import ApusPlatform

/// The token that an ``AuthenticationInterceptor`` has put into a request, and the first one of those that it has replaced by it, one after
/// the other. Both are the same user's.
struct TokenRoot: Hashable, Sendable {
  /// The time from one sign-out of an interceptor to the next: its tokens are of one user, or of none.
  struct Session: Hashable, Sendable {
    let interceptor: ObjectIdentifier
    let number: Int
  }

  let token: String
  let root: String
  let session: Session

  /// The tokens of a request, in the order in which interceptors have set them.
  enum Key: GraphQLContextKey {
    static var defaultValue: [TokenRoot] { [] }
  }

  /// Whether the token of a request is sent instead of a token that its ``AuthenticationInterceptor`` regards as rejected.
  enum ReplacesRefused: GraphQLContextKey {
    static var defaultValue: Bool { false }
  }

  /// A header field's value with the first token in place of this one.
  func replaced(in value: String) -> String {
    token == root ? value : value.components(separatedBy: token).joined(separator: root)
  }
}
