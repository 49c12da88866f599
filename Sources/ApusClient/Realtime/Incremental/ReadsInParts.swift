import Apus

/// Whether the answer to a request is read while it comes, by one reader.
enum ReadsInParts: GraphQLContextKey {
  static var defaultValue: Bool { false }
}
