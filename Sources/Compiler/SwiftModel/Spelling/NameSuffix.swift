import ApusSyntax

/// The endings of generated names. All rules that name types or properties use these.
package enum NameSuffix {
  /// A fragment's protocol, and a member whose name would otherwise be taken.
  package static let fragment = "Fragment"
  /// A fragment's own type, and the type of an operation's response.
  package static let data = "Data"
  /// A part of an object that becomes a property: a deferred fragment, or an inline fragment with a name.
  static let part = "Part"
  /// An associated type for the objects of a field.
  static let selection = "Selection"
  /// An identifier for an object type.
  static let identifier = "ID"

  /// An operation's type: `Query`, `Mutation` or `Subscription`.
  static func operation(_ kind: OperationKind) -> String { SwiftNames.capitalized(kind.keyword) }

  /// An enum or input object whose name is reserved.
  static func schemaType(isEnum: Bool) -> String { isEnum ? "Kind" : "Input" }
}
