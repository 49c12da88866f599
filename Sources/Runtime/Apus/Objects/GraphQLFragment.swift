/// The type of a fragment that a cache can read and write on its own.
///
/// Generated fragment types conform if `apus.json` has the key `cache`. Specification:
/// <https://spec.graphql.org/draft/#sec-Language.Fragments>.
nonisolated public protocol GraphQLFragment: GraphQLObject {
  /// The fragment in the form that is sent in operations, followed by every fragment that it uses.
  static var fragmentDocument: String { get }

  /// The values of the fragment's own variables that decide which parts it has.
  ///
  /// - Parameter variables: the variables that the fragment is read or written with.
  static func _conditions(_ variables: [String: GraphQLValue]) -> _GraphQLConditions
}

extension GraphQLFragment {
  /// Most fragments do not have variables.
  nonisolated public static func _conditions(_ variables: [String: GraphQLValue]) -> _GraphQLConditions {
    [:]
  }
}
