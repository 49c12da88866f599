import ApusFoundation

/// A token, and the first one of those that an ``AuthenticationInterceptor`` has replaced by it, one after the other. Both are the same user's.
struct TokenRoot: Hashable, Sendable {
  let token: String
  let root: String

  /// The root of a request's token; nil for a token that replaced none.
  enum Key: GraphQLContextKey {
    static var defaultValue: TokenRoot? { nil }
  }

  /// A header field's value with the first token in place of this one.
  func replaced(in value: String) -> String {
    value.components(separatedBy: token).joined(separator: root)
  }
}
