import ApusPlatform

/// ``AuthenticationInterceptor`` got the token again that the server had just rejected: its `refresh` did not return a new one.
public struct GraphQLUnchangedTokenError: Error, LocalizedError, CustomStringConvertible {
  init() {}

  public var description: String {
    "`refresh` of the AuthenticationInterceptor returned the token that the server has just refused; it has to return a new one, or throw"
  }

  public var errorDescription: String? { description }
}
