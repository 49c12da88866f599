import ApusPlatform

/// The `refresh` closure of an ``AuthenticationInterceptor`` returned the token that the server had just rejected.
public struct GraphQLUnchangedTokenError: Error, LocalizedError, CustomStringConvertible {
  init() {}

  public var description: String {
    "`refresh` of the AuthenticationInterceptor returned the token that the server has just rejected; return a new one, or throw an error"
  }

  public var errorDescription: String? { description }
}
