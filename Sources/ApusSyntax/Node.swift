/// The number of a node within its ``SyntaxTree``.
package typealias NodeID = Int

/// What a node is. The comment lists its children in source order; `?` may be absent, `*` any number.
package enum NodeKind: UInt8 {
  // Executable definitions (sections 2.3 to 2.9)
  /// description? variableDefinition* directive* selectionSet
  case operation
  /// description? namedType directive* selectionSet
  case fragmentDefinition
  /// description? variable type value? directive*
  case variableDefinition
  /// (field | fragmentSpread | inlineFragment)*
  case selectionSet
  /// argument* directive* selectionSet?
  case field
  /// directive*
  case fragmentSpread
  /// namedType? directive* selectionSet
  case inlineFragment
  /// value
  case argument
  /// argument*
  case directive

  // Types (section 2.12)
  case namedType
  /// a type
  case listType

  // Values (section 2.10)
  case variable
  case intValue
  case floatValue
  case stringValue
  case booleanValue
  case nullValue
  case enumValue
  /// value*
  case listValue
  /// objectField*
  case objectValue
  /// value
  case objectField

  // Type system definitions and extensions (section 3); `isExtension` tells them apart
  /// description? directive* operationTypeDefinition*
  case schemaDefinition
  /// description? directive*
  case scalarType
  /// description? namedType* (interfaces) directive* fieldDefinition*
  case objectType
  /// description? namedType* (interfaces) directive* fieldDefinition*
  case interfaceType
  /// description? directive* namedType* (members)
  case unionType
  /// description? directive* enumValueDefinition*
  case enumType
  /// description? directive* inputValueDefinition*
  case inputObjectType
  /// description? inputValueDefinition* directive* directiveLocation*
  case directiveDefinition
  /// namedType
  case operationTypeDefinition
  /// description? inputValueDefinition* type directive*
  case fieldDefinition
  /// description? type value? directive*
  case inputValueDefinition
  /// description? directive*
  case enumValueDefinition
  case directiveLocation
  /// a string, block or not
  case description
}

/// One node of a syntax tree: 24 bytes, in source order, children right behind their parent.
package struct Node {
  package var kind: NodeKind
  /// See ``NodeFlag``.
  package var flags: UInt8
  /// The node's name, or 0: of a field the name in the schema, of a variable without `$`.
  package var name: NameID
  /// Byte offset of the first token.
  package var start: UInt32
  /// Byte offset behind the last token.
  package var end: UInt32
  /// The node that follows this one and all its children.
  package var next: UInt32
  /// Of a field its alias or 0; of any other named node the byte offset of the name.
  package var extra: UInt32
}

/// Bits of ``Node/flags``; what each means depends on the node's kind.
package enum NodeFlag {
  /// A type: `!` follows.
  package static var nonNull: UInt8 { 1 }
  /// A string value or description: block string.
  package static var block: UInt8 { 1 }
  /// A Boolean value: `true`.
  package static var isTrue: UInt8 { 1 }
  /// A directive definition: `repeatable`.
  package static var repeatable: UInt8 { 1 }
  /// An operation or operation type definition: two bits, 0 query, 1 mutation, 2 subscription.
  package static var operationMask: UInt8 { 3 }
  /// An operation: the query shorthand `{ … }`.
  package static var shorthand: UInt8 { 4 }
  /// A type system definition: it stands behind `extend`.
  package static var isExtension: UInt8 { 8 }
}

/// query, mutation or subscription (section 2.4).
package enum OperationKind: UInt8 {
  case query = 0
  case mutation = 1
  case subscription = 2

  /// The keyword.
  package var keyword: String {
    switch self {
    case .query: "query"
    case .mutation: "mutation"
    case .subscription: "subscription"
    }
  }
}
