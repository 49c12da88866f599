import ApusDocuments
import ApusSyntax

/// The variables of fragments on which `@include` and `@skip` depend, and the values that spreads pass to them: `...Card(big: true)` passes one to
/// `fragment Card($big: Boolean!) on Album { title @include(if: $big) }`.
///
/// All spreads of a fragment share its type, which reads the variable as `Card.big`. So before the emitted code reads an object that spreads the
/// fragment, it sets `Card.big` to the value that this spread passes.
package struct FragmentVariables {
  /// The definitions of the variables on which `@include` or `@skip` depends, each with the name of its atom, such as `Card.big`.
  private var deciding: [NodeID: NameID] = [:]
  private let documents: DocumentIndex
  private let tree: SyntaxTree

  package init(_ documents: DocumentIndex) {
    self.documents = documents
    tree = documents.tree
    // A variable also counts if it is passed to such a variable of another fragment.
    var passed: [(argument: NodeID, variable: FragmentVariable)] = []
    for (use, variable) in documents.fragmentVariables {
      let argument = NodeID(documents.parents[use])
      guard tree.kind(argument) == .argument else { continue }
      let owner = NodeID(documents.parents[argument])
      switch tree.nodes[owner].name {
      case Keyword.include where tree.kind(owner) == .directive,
        Keyword.skip where tree.kind(owner) == .directive:
        deciding[variable.definition] = variable.name
      default: if tree.kind(owner) == .fragmentSpread { passed.append((argument, variable)) }
      }
    }
    var count = -1
    while count != deciding.count {
      count = deciding.count
      for (argument, variable) in passed {
        if documents.fragmentVariable(ofArgument: argument).map({ deciding[$0] != nil }) ?? false {
          deciding[variable.definition] = variable.name
        }
      }
    }
  }

  /// Whether no `@include` or `@skip` depends on a fragment's variable, which is true of nearly all documents.
  package var isEmpty: Bool { deciding.isEmpty }

  /// The values that the spreads in an object pass to such variables of fragments, as literals or as variables of the enclosing definitions.
  ///
  /// - Parameter sets: the selection sets that select from the object.
  package func values(in sets: [NodeID]) -> [PassedCondition] {
    if deciding.isEmpty { return [] }
    var walk = Walk()
    for set in sets { visit(set, [:], &walk) }
    return walk.values.map { PassedCondition(name: $0.key, value: $0.value) }
      .sorted { tree.names.string($0.name) < tree.names.string($1.name) }
  }

  /// The variables of a fragment on which `@include` or `@skip` depends, with their defaults. `condition` is the name of the variable's atom.
  package func variables(of fragment: NodeID) -> [(variable: NodeID, condition: NameID, defaultValue: Bool?)]
  {
    tree.children(fragment, .variableDefinition).compactMap { variable in
      deciding[variable].map { (variable, $0, tree.boolean(tree.value(variable))) }
    }
  }

  /// Whether a value is passed to a variable that `definition` itself declares.
  package func isOwn(_ passed: PassedCondition, of definition: NodeID) -> Bool {
    tree.children(definition, .variableDefinition).contains { deciding[$0] == passed.name }
  }

  private struct Walk {
    var values: [NameID: PassedCondition.Value] = [:]
    var fragments: Set<NodeID> = []
  }

  /// Collects the values that the spreads in a selection set pass, directly or through other fragments.
  ///
  /// - Parameter scope: the values of the variables of the fragment that contains the set.
  private func visit(_ set: NodeID, _ scope: [NameID: PassedCondition.Value], _ walk: inout Walk) {
    for selection in tree.children(set) {
      switch tree.kind(selection) {
      case .inlineFragment:
        if let inner = documents.selectionSet(selection) { visit(inner, scope, &walk) }
      case .fragmentSpread:
        // Validation rejects spreads of one fragment with different arguments in one object, so visiting one spread is enough.
        guard let fragment = documents.fragment(ofSpread: selection),
          walk.fragments.insert(fragment).inserted
        else { continue }
        var inner: [NameID: PassedCondition.Value] = [:]
        for variable in tree.children(fragment, .variableDefinition) {
          guard let name = deciding[variable],
            let given = tree.argument(tree.nodes[variable].name, of: selection) ?? tree.value(variable),
            let value = value(given, scope)
          else { continue }
          inner[name] = value
          walk.values[name] = value
        }
        if let set = documents.selectionSet(fragment) { visit(set, inner, &walk) }
      default: continue
      }
    }
  }

  private func value(_ node: NodeID, _ scope: [NameID: PassedCondition.Value]) -> PassedCondition.Value? {
    guard tree.kind(node) == .variable else { return tree.boolean(node).map { .literal($0) } }
    let name = documents.variable(node)
    return scope[name] ?? .variable(name)
  }
}

/// The value that the spreads in an object pass to a variable of a fragment.
package struct PassedCondition {
  package enum Value: Equatable {
    case literal(Bool)
    /// A variable of the enclosing operation or fragment.
    case variable(NameID)

    package var literal: Bool? { if case .literal(let value) = self { value } else { nil } }
  }

  /// The name of the variable's atom, such as `Card.big`.
  package var name: NameID
  package var value: Value
}
