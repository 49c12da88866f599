public import Foundation

/// A view asks for something, and there is no client in its environment.
public struct GraphQLMissingClient: Error, LocalizedError, CustomStringConvertible {
  /// An error that says where the client belongs.
  public init() {}

  public var description: String {
    "there is no GraphQL client in the environment: write .graphQLClient(client) on a view above this one, such as the root of the "
      + "scene or of the preview"
  }

  public var errorDescription: String? { description }
}
