import ApusClient

extension GraphQLClient {
  /// The client with other settings.
  func with(_ change: (inout GraphQLClient) -> Void) -> GraphQLClient {
    var client = self
    change(&client)
    return client
  }
}
