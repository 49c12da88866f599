import ApusSyntax

/// An argument of `@apus`. The directive's definition and the check of its uses derive from the cases.
package enum ApusArgument: String, CaseIterable {
  /// The name of a property.
  case name
  /// The name of an object's type, or the Swift type that a scalar is decoded as.
  case type
  /// More protocols of an object's type.
  case conformsTo
  /// Whether the properties of a definition's types can be set.
  case mutable

  /// The form of an argument's value.
  package enum Form {
    case boolean, identifier, typeName
    /// One name or several, each of which may have a module.
    case qualifiedNames
  }

  /// The GraphQL type of each argument, its form, and the places that take it. Documentation/make reads the types from here.
  private var rule: (type: String, form: Form, places: Set<NodeKind>) {
    switch self {
    case .name: ("String", .identifier, [.field, .inlineFragment, .variableDefinition])
    case .type: ("String", .typeName, [.field])
    case .conformsTo: ("[String!]", .qualifiedNames, [.field, .fragmentDefinition])
    case .mutable: ("Boolean", .boolean, [.operation, .fragmentDefinition])
    }
  }

  package var form: Form { rule.form }
  package var places: Set<NodeKind> { rule.places }

  /// The arguments in the directive's definition.
  static var definitions: String {
    allCases.map { "\($0.rawValue): \($0.rule.type)" }.joined(separator: " ")
  }
}
