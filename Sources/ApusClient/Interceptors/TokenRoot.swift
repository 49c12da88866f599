import ApusFoundation

/// The token that an ``AuthenticationInterceptor`` has put into a request, and the first one of those that it has replaced by it, one after
/// the other. Both are the same user's.
struct TokenRoot: Hashable, Sendable {
  let token: String
  let root: String

  /// The token of a request; nil if no interceptor has set one.
  enum Key: GraphQLContextKey {
    static var defaultValue: TokenRoot? { nil }
  }

  /// A header field's value with the first token in place of this one.
  func replaced(in value: String) -> String {
    token == root ? value : value.components(separatedBy: token).joined(separator: root)
  }
}
