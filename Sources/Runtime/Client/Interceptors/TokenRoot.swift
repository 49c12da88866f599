import ApusPlatform

/// The token that a ``GraphQLAuthenticationInterceptor`` has added to a request, and the first token in the chain that it replaced. Both belong to the same
/// user.
struct TokenRoot: Hashable, Sendable {
  /// The time between two sign-outs of an interceptor. All of its tokens belong to one user.
  struct Session: Hashable, Sendable {
    let interceptor: ObjectIdentifier
    let number: Int
  }

  let token: String
  let root: String
  let session: Session

  /// The context key for a request's tokens, in the order in which interceptors have added them.
  enum Key: GraphQLContextKey {
    static var defaultValue: [TokenRoot] { [] }
  }

  /// The context key that marks a request's token as the replacement for one that its ``GraphQLAuthenticationInterceptor`` regards as rejected.
  enum ReplacesRejected: GraphQLContextKey {
    static var defaultValue: Bool { false }
  }

  /// A header field's value with the first token instead of the current one.
  func replaced(in value: String) -> String {
    token == root ? value : value.components(separatedBy: token).joined(separator: root)
  }
}
