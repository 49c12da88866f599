extension SyntaxTree {
  /// The location of a directive on a node (section 3.13).
  ///
  /// - Parameter parent: the kind of the node that contains it, or the kind of its definition.
  package func directiveLocation(of node: NodeID, in parent: NodeKind) -> NameID {
    switch nodes[node].kind {
    case .operation:
      switch operationKind(node) {
      case .query: Keyword.atQuery
      case .mutation: Keyword.atMutation
      case .subscription: Keyword.atSubscription
      }
    case .field: Keyword.atField
    case .fragmentDefinition: Keyword.atFragmentDefinition
    case .fragmentSpread: Keyword.atFragmentSpread
    case .inlineFragment: Keyword.atInlineFragment
    case .variableDefinition:
      parent == .fragmentDefinition ? Keyword.atFragmentVariableDefinition : Keyword.atVariableDefinition
    case .schemaDefinition: Keyword.atSchema
    case .scalarType: Keyword.atScalar
    case .objectType: Keyword.atObject
    case .interfaceType: Keyword.atInterface
    case .unionType: Keyword.atUnion
    case .enumType: Keyword.atEnum
    case .inputObjectType: Keyword.atInputObject
    case .fieldDefinition: Keyword.atFieldDefinition
    case .enumValueDefinition: Keyword.atEnumValue
    case .directiveDefinition: Keyword.atDirectiveDefinition
    default: parent == .inputObjectType ? Keyword.atInputFieldDefinition : Keyword.atArgumentDefinition
    }
  }
}
