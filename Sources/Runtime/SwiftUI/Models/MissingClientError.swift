import ApusPlatform

/// A view needs a client, but its environment has none.
package struct MissingClientError: Error, LocalizedError, CustomStringConvertible {
  package init() {}

  package var description: String {
    "there is no GraphQL client in the environment: write .graphQLClient(client) on a view above this one, such as the root of the "
      + "scene or of the preview"
  }

  package var errorDescription: String? { description }
}
