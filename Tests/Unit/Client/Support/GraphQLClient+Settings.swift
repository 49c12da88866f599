import ApusClient

extension GraphQLClient {
  /// The client with other settings.
  func with(_ change: (inout GraphQLClient) -> Void) -> GraphQLClient {
    var client = self
    change(&client)
    return client
  }
}

extension GraphQLRequestOptions {
  /// Options with limits of the response; nil for the client's.
  static func limited(bytes: Int? = nil, parts: Int? = nil) -> GraphQLRequestOptions {
    var options = GraphQLRequestOptions()
    options.maximumResponseBytes = bytes
    options.maximumParts = parts
    return options
  }
}
