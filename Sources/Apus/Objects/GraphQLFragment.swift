/// The type of a fragment that a cache can read and write on its own.
///
/// Emitted types of fragments conform where `apus.json` has the key `cache`.
/// Specification: <https://spec.graphql.org/draft/#sec-Language.Fragments>.
nonisolated public protocol GraphQLFragment: GraphQLObject {
  /// The fragment as it is sent within operations, first, and behind it every fragment that it reaches.
  static var fragmentDocument: String { get }
}
