import ApusPlatform

/// The `refresh` closure of a ``GraphQLAuthenticationInterceptor`` returned the token that the server had just rejected.
struct UnchangedTokenError: Error, LocalizedError, CustomStringConvertible {
  var description: String {
    "`refresh` of the GraphQLAuthenticationInterceptor returned the token that the server has just rejected; return a new one, or throw an error"
  }

  var errorDescription: String? { description }
}
