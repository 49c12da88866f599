import ApusDocuments
import ApusSchema
import ApusSyntax

/// The rules about single nodes: one walk over all nodes in source order, which calls the rules for each kind of node.
extension ValidationContext {
  /// This runs for every node, so common valid cases are handled inline.
  func checkNodes() {
    var lastDirectiveOwner = DocumentIndex.noParent
    let nodes = self.nodes
    let resolved = self.resolved
    let parents = self.parents
    let fields = self.fields
    let count = tree.count
    var node = 0
    while node < count {
      let entry = nodes + node
      switch entry.pointee.kind {
      case .field:
        let id = Int(resolved[node])
        if entry.pointee.next > UInt32(truncatingIfNeeded: node &+ 2),
          case .argument = nodes[node &+ 1].kind, hasSibling(node &+ 1, .argument)
        {
          checkUniqueArguments(of: node)
        }
        if id == 0 {
          let type = resolved[Int(parents[node])]
          if type != 0 { checkFieldSelections(node, type) }
        } else {
          let definition = fields + id
          checkLeafFieldSelections(node, definition.pointee.type)
          if definition.pointee.argumentCount != 0 {
            checkRequiredArguments(node, definition.pointee.firstArgument, definition.pointee.argumentCount)
          }
          if definition.pointee.isDeprecated { checkDeprecatedUse(ofField: node) }
        }
      case .fragmentSpread:
        let fragment = Int(resolved[node])
        if fragment == 0 {
          checkFragmentSpreadTargetDefined(node)
        } else {
          checkFragmentSpreadIsPossible(
            node, resolved[index.definitions[fragment].node],
            resolved[Int(parents[node])])
          if index.hasFragmentArguments { checkArguments(ofSpread: node) }
        }
      case .inlineFragment:
        if resolved[node] == 0 {
          checkCondition(of: node)
        } else {
          checkFragmentSpreadIsPossible(node, resolved[node], resolved[Int(parents[node])])
        }
      case .argument:
        let id = Int(resolved[node])
        if id == 0 {
          if case .fragmentSpread = nodes[Int(parents[node])].kind {
            checkValuesOfCorrectType(node &+ 1)
          } else {
            checkArgumentNames(node)
          }
        } else {
          checkValuesOfCorrectType(node &+ 1)
          if inputValues[id].isDeprecated { checkDeprecatedUse(ofArgument: node) }
        }
      case .directive:
        checkDirective(node, isFirst: parents[node] != lastDirectiveOwner)
        lastDirectiveOwner = parents[node]
      case .namedType:
        if resolved[node] == 0 { checkFragmentSpreadTypeExistence(node) }
      case .variableDefinition: checkVariableDefinition(node)
      case .objectValue:
        checkUniqueInputFields(of: node)
      case .objectField:
        let id = Int(resolved[node])
        if id != 0, inputValues[id].isDeprecated {
          checkDeprecatedUse(ofInputField: node)
        }
      case .enumValue:
        let id = Int(resolved[node])
        if id != 0, schema.enumValues[id].isDeprecated {
          checkDeprecatedUse(ofEnumValue: node)
        }
      case .selectionSet:
        if entry.pointee.next == UInt32(truncatingIfNeeded: node &+ 1) {
          checkEmptySelection(node)
        }
      case .operation:
        checkOperationTypeExistence(node)
        checkUniqueVariables(of: node)
      case .fragmentDefinition:
        if resolved[node] == 0 { checkCondition(of: node) }
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
    let id = Int(resolved[node])
    if nodes[node].next > UInt32(truncatingIfNeeded: node &+ 2),
      hasSibling(node &+ 1, .argument)
    {
      checkUniqueArguments(of: node)
    }
    if id == 0 {
      checkDirectivesAreDefined(node)
      return
    }
    let definition = schema.directives[id]
    if definition.isDeprecated { checkDeprecatedUse(ofDirective: node) }
    checkDirectivesAreInValidLocations(node)
    checkRequiredArguments(node, definition.firstArgument, definition.argumentCount)
    if isFirst, hasSibling(node, .directive) {
      checkUniqueDirectives(from: node)
    }
  }

  private func checkVariableDefinition(_ node: NodeID) {
    checkVariablesAreInputTypes(node)
    if let value = tree.value(node) { checkValuesOfCorrectType(value) }
  }
}
