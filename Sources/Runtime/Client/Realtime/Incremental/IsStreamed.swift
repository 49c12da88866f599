import Apus

/// The context key for whether the response is read as it arrives, by a single reader.
enum IsStreamed: GraphQLContextKey {
  static var defaultValue: Bool { false }
}
