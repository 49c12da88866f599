import ApusDocuments
import ApusSchema
import ApusSyntax

/// The walk that the rules about variable use share: an operation, then every fragment that it uses.
struct OperationVariables {
  private let context: ValidationContext
  private var scope: VariableScope
  /// For each definition, the number of the last operation that reached it.
  private let reachedBy: UnsafeMutablePointer<UInt32>
  private var reached: [DefinitionID] = []

  init(_ context: ValidationContext) {
    self.context = context
    scope = VariableScope(names: context.tree.names)
    reachedBy = .allocate(capacity: context.index.definitionCount)
    reachedBy.initialize(repeating: 0, count: context.index.definitionCount)
  }

  func deallocate() {
    scope.deallocate()
    reachedBy.deallocate()
  }

  /// Applies the rules to the operation with the given number.
  mutating func check(_ root: DefinitionID) {
    let index = context.index
    let nodes = context.nodes
    let operation = index.node(root)
    scope.begin()
    let variables = context.variableDefinitions(of: operation)
    for variable in variables { scope.define(nodes[variable].name, variable) }
    reached.append(root)
    var isComplete = true
    while let definition = reached.popLast() {
      for node in index.variableUses(in: definition) {
        if !index.fragmentVariables.isEmpty, index.fragmentVariables[node] != nil { continue }
        let variable = scope.use(nodes[node].name)
        if variable < 0 {
          context.checkAllVariableUsesDefined(node, operation)
        } else {
          context.checkAllVariableUsagesAreAllowed(node, variable)
        }
      }
      for spread in index.spreads(in: definition) {
        if let fragment = index.definition(ofSpread: spread) {
          if reachedBy[fragment.index] == root.number { continue }
          reachedBy[fragment.index] = root.number
          reached.append(fragment)
        } else if context.tree.unparsed.mayDefine(nodes[spread].name) {
          // Unparsed text may use the variables.
          isComplete = false
        }
      }
    }
    if !isComplete { return }
    for variable in variables where !scope.isUsed(nodes[variable].name) {
      context.checkAllVariablesUsed(variable, operation)
    }
  }
}

extension ValidationContext {
  /// An operation's variable definitions, which come first, after the description.
  fileprivate func variableDefinitions(of operation: NodeID) -> [NodeID] {
    var found: [NodeID] = []
    var child = operation &+ 1
    while true {
      switch nodes[child].kind {
      case .variableDefinition: found.append(child)
      case .description: break
      default: return found
      }
      child = Int(nodes[child].next)
    }
  }
}
