import ApusDocuments
import ApusSchema
import ApusSyntax

/// The rules about single nodes: one walk over all nodes in source order, which calls the rules for each kind of node.
extension ValidationContext {
  /// This runs for every node, so common valid cases are handled inline.
  func checkNodes() {
    var lastDirectiveOwner = DocumentIndex.noParent
    let nodes = self.nodes
    let parents = self.parents
    let index = self.index
    let schema = self.schema
    let count = tree.count
    var node = 0
    while node < count {
      let entry = nodes + node
      switch entry.pointee.kind {
      case .field:
        if entry.pointee.next > UInt32(truncatingIfNeeded: node &+ 2),
          case .argument = nodes[node &+ 1].kind, hasSibling(node &+ 1, .argument)
        {
          checkUniqueArguments(of: node)
        }
        if let field = index.field(node) {
          let definition = schema[field]
          checkLeafFieldSelections(node, definition.type)
          checkRequiredArguments(node, schema.arguments(of: field))
          if definition.isDeprecated { checkDeprecatedUse(ofField: node, definition) }
        } else if let type = index.typeOfParent(of: node) {
          checkFieldSelections(node, type)
        }
      case .fragmentSpread:
        if let fragment = index.fragment(ofSpread: node) {
          checkFragmentSpreadIsPossible(node, index.type(fragment), index.typeOfParent(of: node))
          if index.hasFragmentArguments { checkArguments(ofSpread: node) }
        } else {
          checkFragmentSpreadTargetDefined(node)
        }
      case .inlineFragment:
        if let type = index.type(node) {
          checkFragmentSpreadIsPossible(node, type, index.typeOfParent(of: node))
        } else {
          checkCondition(of: node)
        }
      case .argument:
        if let argument = index.input(node) {
          checkValuesOfCorrectType(node &+ 1)
          if schema[argument].isDeprecated { checkDeprecatedUse(ofArgument: node, schema[argument]) }
        } else if case .fragmentSpread = nodes[Int(parents[node])].kind {
          checkValuesOfCorrectType(node &+ 1)
        } else {
          checkArgumentNames(node)
        }
      case .directive:
        checkDirective(node, isFirst: parents[node] != lastDirectiveOwner)
        lastDirectiveOwner = parents[node]
      case .namedType:
        if index.type(node) == nil { checkFragmentSpreadTypeExistence(node) }
      case .variableDefinition: checkVariableDefinition(node)
      case .objectValue:
        checkUniqueInputFields(of: node)
      case .objectField:
        if let field = index.input(node), schema[field].isDeprecated {
          checkDeprecatedUse(ofInputField: node, schema[field])
        }
      case .enumValue:
        if let value = index.enumValue(node), schema[value].isDeprecated {
          checkDeprecatedUse(ofEnumValue: node, schema[value])
        }
      case .selectionSet:
        if entry.pointee.next == UInt32(truncatingIfNeeded: node &+ 1) {
          checkEmptySelection(node)
        }
      case .operation:
        checkOperationTypeExistence(node)
        checkUniqueVariables(of: node)
      case .fragmentDefinition:
        if index.type(node) == nil { checkCondition(of: node) }
        if index.hasFragmentArguments, expansion == nil { checkVariables(ofFragment: node) }
      case .schemaDefinition, .scalarType, .objectType, .interfaceType, .unionType, .enumType,
        .inputObjectType, .directiveDefinition:
        checkExecutableDefinitions(node)
      default: break
      }
      node = node &+ 1
    }
  }

  /// - Parameter isFirst: whether it is the first directive on its node.
  private func checkDirective(_ node: NodeID, isFirst: Bool) {
    if nodes[node].next > UInt32(truncatingIfNeeded: node &+ 2),
      hasSibling(node &+ 1, .argument)
    {
      checkUniqueArguments(of: node)
    }
    guard let directive = index.directive(node) else {
      checkDirectivesAreDefined(node)
      return
    }
    let definition = schema[directive]
    if definition.isDeprecated { checkDeprecatedUse(ofDirective: node, definition) }
    checkDirectivesAreInValidLocations(node, definition)
    checkRequiredArguments(node, schema.arguments(of: directive))
    if isFirst, hasSibling(node, .directive) {
      checkUniqueDirectives(from: node)
    }
  }

  private func checkVariableDefinition(_ node: NodeID) {
    checkVariablesAreInputTypes(node)
    if let value = tree.value(node) { checkValuesOfCorrectType(value) }
  }
}
