public import ApusPlatform

/// A view needs a client, but its environment has none.
///
/// ```swift
/// WindowGroup { AlbumView(id: "a1").graphQLClient(client) }
/// ```
public struct GraphQLMissingClient: Error, LocalizedError, CustomStringConvertible {
  /// Creates the error, which explains how to set the client.
  public init() {}

  public var description: String {
    "there is no GraphQL client in the environment: write .graphQLClient(client) on a view above this one, such as the root of the "
      + "scene or of the preview"
  }

  public var errorDescription: String? { description }
}
