import ApusSyntax

/// The endings of generated names. A rule that names types or properties takes its ending from here.
package enum NameSuffix {
  /// A fragment's protocol, and a member that would otherwise be named like another.
  package static let fragment = "Fragment"
  /// A fragment's own type, and the type of an operation's response.
  package static let data = "Data"
  /// A part of an object that is a property of its own: a deferred fragment, or an inline fragment with a name.
  static let part = "Part"
  /// An associated type for the objects of a field.
  static let selection = "Selection"
  /// The identifiers of an object type.
  static let identifier = "ID"

  /// An operation's type: `Query`, `Mutation` or `Subscription`.
  static func operation(_ kind: OperationKind) -> String { SwiftNames.capitalized(kind.keyword) }

  /// An enum or input object whose name is reserved.
  static func schemaType(isEnum: Bool) -> String { isEnum ? "Kind" : "Input" }
}
