/// The number of a node within its ``SyntaxTree``.
package typealias NodeID = Int

/// The kind of a node. Each comment lists the children in source order: `?` is optional, `*` any number.
package enum NodeKind: UInt8 {
  // Executable definitions (sections 2.3 to 2.9)
  /// description? variableDefinition* directive* selectionSet
  case operation
  /// description? variableDefinition* namedType directive* selectionSet
  case fragmentDefinition
  /// description? variable type value? directive*
  case variableDefinition
  /// (field | fragmentSpread | inlineFragment)*
  case selectionSet
  /// argument* directive* selectionSet?
  case field
  /// argument* directive*
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

  // Type system definitions and extensions (section 3). `isExtension` distinguishes the two.
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

/// One node of a syntax tree: 24 bytes, in source order, with its children right after it.
package struct Node {
  package var kind: NodeKind
  /// See ``NodeFlag``.
  package var flags: UInt8
  /// The node's name, or 0. A field's name is the one in the schema; a variable's omits the `$`.
  package var name: NameID
  /// Byte offset of the first token.
  package var start: UInt32
  /// Byte offset just past the last token.
  package var end: UInt32
  /// The next node after this one and all its children.
  package var next: UInt32
  /// A field's alias, or 0. For any other named node, the byte offset of its name.
  package var extra: UInt32
}

/// Bits of ``Node/flags``. Their meaning depends on the node's kind.
package enum NodeFlag {
  /// On a type: it is non-null (`!`).
  package static var nonNull: UInt8 { 1 }
  /// On a string value or description: it is a block string.
  package static var block: UInt8 { 1 }
  /// On a Boolean value: it is `true`.
  package static var isTrue: UInt8 { 1 }
  /// On a directive definition: it is `repeatable`.
  package static var repeatable: UInt8 { 1 }
  /// On an operation or operation type definition: two bits; 0 is query, 1 mutation, 2 subscription.
  package static var operationMask: UInt8 { 3 }
  /// On an operation: it is the query shorthand `{ … }`.
  package static var shorthand: UInt8 { 4 }
  /// On a type system definition: it is an extension (`extend`).
  package static var isExtension: UInt8 { 8 }

  // On nodes of rewritten documents.
  /// The compiler added the node. Its range is that of the node it was added to.
  package static var added: UInt8 { 16 }
  /// On a field or an inline fragment: it shows that a type condition holds, and is not a member of the object.
  package static var marker: UInt8 { 32 }
  /// On a field or an inline fragment: no type has it as a member. It is for a cache, or for a property to ask for.
  package static var unread: UInt8 { 64 }
  /// On a directive: it is for the compiler, and not sent.
  package static var unsent: UInt8 { 128 }
}

/// Query, mutation or subscription (section 2.4).
package enum OperationKind: UInt8 {
  case query = 0
  case mutation = 1
  case subscription = 2

  /// The keyword that begins an operation of this kind.
  package var keyword: String {
    switch self {
    case .query: "query"
    case .mutation: "mutation"
    case .subscription: "subscription"
    }
  }
}
