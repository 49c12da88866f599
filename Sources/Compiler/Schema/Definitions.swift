import ApusSyntax

/// The six kinds of named types (section 3.4).
package enum TypeKind: UInt8 {
  case scalar, object, interface, union, `enum`, inputObject
}

/// A named type. ``Schema`` returns its members and parts, which are consecutive in its tables.
package struct TypeDefinition {
  package var kind: TypeKind
  /// Whether the specification defines it: a built-in scalar or an introspection type.
  package var isBuiltIn = false
  /// Whether it is an input object with `@oneOf` (section 3.10.1).
  package var isOneOf = false
  package var name: NameID
  /// The definition in the schema's tree, or the first extension of a type that is only extended.
  package var node: NodeID
  /// The definition and its extensions: a range of ``Schema/parts``.
  var firstPart: UInt32 = 0
  var partCount: UInt32 = 0
  /// Fields of an object or interface, input fields of an input object, values of an enum.
  var firstMember: UInt32 = 0
  var memberCount: UInt32 = 0
  /// Interfaces of an object or interface, or members of a union: a range of ``Schema/relatedTypes``.
  var firstRelated: UInt32 = 0
  var relatedCount: UInt32 = 0
  /// An object type's index in sets of possible types.
  package var objectIndex: UInt32 = 0
  /// The index of its set of possible types in ``Schema/possibleTypeWords``.
  var firstPossibleWord: UInt32 = 0

  /// Whether it is an object, interface or union, and so can have selection sets.
  package var isComposite: Bool { kind == .object || kind == .interface || kind == .union }
  /// Whether it is an interface or union.
  package var isAbstract: Bool { kind == .interface || kind == .union }
  /// Whether it is a scalar, enum or input object.
  package var isInput: Bool { kind == .scalar || kind == .enum || kind == .inputObject }
  /// Whether it is a scalar or enum.
  package var isLeaf: Bool { kind == .scalar || kind == .enum }
}

/// A field of an object or interface (section 3.6).
package struct FieldDefinition {
  package var name: NameID
  package var type: TypeReference
  package var parent: TypeID
  var firstArgument: UInt32 = 0
  var argumentCount: UInt32 = 0
  package var isDeprecated = false
  package var node: NodeID
}

/// An argument or an input field (sections 3.6.1 and 3.10).
package struct InputValueDefinition {
  package var name: NameID
  package var type: TypeReference
  package var isDeprecated = false
  package var node: NodeID
  /// The default value, as a node of the schema's tree, or -1.
  package var defaultValue: NodeID

  package var hasDefault: Bool { defaultValue >= 0 }
  /// Whether it is non-null without a default.
  package var isRequired: Bool { type.isNonNull && defaultValue < 0 }
}

/// A value of an enum (section 3.9).
package struct EnumValueDefinition {
  package var name: NameID
  package var isDeprecated = false
  package var node: NodeID
}

/// A directive (section 3.13).
package struct DirectiveDefinition {
  package var name: NameID
  package var isRepeatable: Bool
  var firstArgument: UInt32 = 0
  var argumentCount: UInt32 = 0
  /// One bit for each location: 1 << (name - ``Keyword/atQuery``).
  package var locations: UInt32 = 0
  package var node: NodeID
  /// The definition or extension that marks it `@deprecated`; or -1.
  package var deprecation: NodeID = -1

  package var isDeprecated: Bool { deprecation >= 0 }

  /// - Parameter location: one of the `at…` names of ``Keyword``.
  package func allows(_ location: NameID) -> Bool { locations &>> (location - Keyword.atQuery) & 1 != 0 }
}
