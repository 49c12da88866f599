import ApusDocuments
import ApusSchema
import ApusSyntax

/// The rules about single nodes: one walk over all nodes in source order, which calls the rules for each kind of node.
extension ValidationContext {
  /// This runs for every node, so common valid cases are handled inline.
  func checkNodes() {
    let rules = options.rules
    let fieldSelections = rules.contains(.fieldSelections)
    let leafFieldSelections = rules.contains(.leafFieldSelections)
    let requiredArguments = rules.contains(.requiredArguments)
    let argumentUniqueness = rules.contains(.argumentUniqueness)
    let argumentNames = rules.contains(.argumentNames)
    let valuesOfCorrectType = rules.contains(.valuesOfCorrectType)
    let deprecatedUse = rules.contains(.deprecatedUse)
    let spreadIsPossible = rules.contains(.fragmentSpreadIsPossible)
    var lastDirectiveOwner = DocumentIndex.noParent
    let nodes = self.nodes
    let meanings = self.meanings
    let parents = self.parents
    let fields = self.fields
    let count = tree.count
    var node = 0
    while node < count {
      let entry = nodes + node
      switch entry.pointee.kind {
      case .field:
        let meaning = Int(meanings[node])
        if argumentUniqueness, entry.pointee.next > UInt32(truncatingIfNeeded: node &+ 2),
          case .argument = nodes[node &+ 1].kind, hasSibling(node &+ 1, .argument)
        {
          checkArgumentUniqueness(node)
        }
        if meaning == 0 {
          let type = meanings[Int(parents[node])]
          if fieldSelections, type != 0 { checkFieldSelections(node, type) }
        } else {
          let definition = fields + meaning
          if leafFieldSelections { checkLeafFieldSelections(node, definition.pointee.type) }
          if requiredArguments, definition.pointee.argumentCount != 0 {
            checkRequiredArguments(node, definition.pointee.firstArgument, definition.pointee.argumentCount)
          }
          if deprecatedUse, definition.pointee.isDeprecated { checkDeprecatedUse(ofField: node) }
        }
      case .fragmentSpread:
        let fragment = Int(meanings[node])
        if fragment == 0 {
          if rules.contains(.fragmentSpreadTargetDefined) { checkFragmentSpreadTargetDefined(node) }
        } else if spreadIsPossible {
          checkFragmentSpreadIsPossible(
            node, meanings[index.definitions[fragment].node],
            meanings[Int(parents[node])])
        }
      case .inlineFragment:
        if meanings[node] == 0 {
          if rules.contains(.fragmentsOnCompositeTypes) { checkCondition(of: node) }
        } else if spreadIsPossible {
          checkFragmentSpreadIsPossible(node, meanings[node], meanings[Int(parents[node])])
        }
      case .argument:
        let meaning = Int(meanings[node])
        if meaning == 0 {
          if argumentNames { checkArgumentNames(node) }
        } else {
          if valuesOfCorrectType { checkValuesOfCorrectType(node &+ 1) }
          if deprecatedUse, inputValues[meaning].isDeprecated { checkDeprecatedUse(ofArgument: node) }
        }
      case .directive:
        checkDirective(node, isFirst: parents[node] != lastDirectiveOwner)
        lastDirectiveOwner = parents[node]
      case .namedType:
        if meanings[node] == 0, rules.contains(.typeExistence) { checkFragmentSpreadTypeExistence(node) }
      case .variableDefinition: checkVariableDefinition(node)
      case .objectValue:
        if rules.contains(.inputObjectFieldUniqueness) { checkInputObjectFieldUniqueness(node) }
      case .objectField:
        let meaning = Int(meanings[node])
        if deprecatedUse, meaning != 0, inputValues[meaning].isDeprecated {
          checkDeprecatedUse(ofInputField: node)
        }
      case .enumValue:
        let meaning = Int(meanings[node])
        if deprecatedUse, meaning != 0, schema.enumValues[meaning].isDeprecated {
          checkDeprecatedUse(ofEnumValue: node)
        }
      case .selectionSet:
        if entry.pointee.next == UInt32(truncatingIfNeeded: node &+ 1), rules.contains(.emptySelections) {
          checkEmptySelection(node)
        }
      case .operation:
        if rules.contains(.operationTypeExistence) { checkOperationTypeExistence(node) }
        if rules.contains(.variableUniqueness) { checkVariableUniqueness(node) }
      case .fragmentDefinition:
        if meanings[node] == 0, rules.contains(.fragmentsOnCompositeTypes) { checkCondition(of: node) }
      case .schemaDefinition, .scalarType, .objectType, .interfaceType, .unionType, .enumType,
        .inputObjectType, .directiveDefinition:
        if rules.contains(.executableDefinitions) { checkExecutableDefinitions(node) }
      default: break
      }
      node = node &+ 1
    }
  }

  /// - Parameter isFirst: whether it is the first directive on its node.
  private func checkDirective(_ node: NodeID, isFirst: Bool) {
    let rules = options.rules
    let meaning = Int(meanings[node])
    if rules.contains(.argumentUniqueness), nodes[node].next > UInt32(truncatingIfNeeded: node &+ 2),
      hasSibling(node &+ 1, .argument)
    {
      checkArgumentUniqueness(node)
    }
    if meaning == 0 {
      if rules.contains(.directivesAreDefined) { checkDirectivesAreDefined(node) }
      return
    }
    if rules.contains(.deprecatedUse), schema.directives[meaning].isDeprecated {
      checkDeprecatedUse(ofDirective: node)
    }
    if rules.contains(.directivesAreInValidLocations) { checkDirectivesAreInValidLocations(node) }
    if rules.contains(.requiredArguments) {
      let definition = schema.directives[meaning]
      checkRequiredArguments(node, definition.firstArgument, definition.argumentCount)
    }
    if isFirst, rules.contains(.directivesAreUniquePerLocation), hasSibling(node, .directive) {
      checkDirectivesAreUniquePerLocation(node)
    }
  }

  private func checkVariableDefinition(_ node: NodeID) {
    let rules = options.rules
    if rules.contains(.variablesAreInputTypes) { checkVariablesAreInputTypes(node) }
    if rules.contains(.valuesOfCorrectType), let value = tree.value(node) { checkValuesOfCorrectType(value) }
  }
}
