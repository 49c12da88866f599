import ApusSyntax

/// The endings of generated names. All rules that name types or properties use these.
package enum NameSuffix {
  /// The protocol of a fragment: `AlbumCardFragment`. Also a fragment's property whose name is taken: `albumCardFragment`.
  package static let fragment = "Fragment"
  /// The fragment's own type, `AlbumCardData`, and the type of an operation's response, `Data`.
  package static let data = "Data"
  /// The property for a deferred fragment or an inline fragment with a name, and its type, if the name is taken.
  static let part = "Part"
  /// The associated type for a field's objects, if the name is taken or reserved: `TypeSelection` for the field `type`.
  static let selection = "Selection"
  /// The identifier of an object type or interface: `AlbumID`.
  static let identifier = "ID"

  /// The type of an operation: `AlbumQuery`, `…Mutation` or `…Subscription`.
  static func operation(_ kind: OperationKind) -> String { SwiftNames.capitalized(kind.keyword) }

  /// An enum or input object whose name is reserved in Swift: the enum `Result` becomes `ResultKind`.
  static func schemaType(isEnum: Bool) -> String { isEnum ? "Kind" : "Input" }
}
