import ApusDiagnostics
import ApusDocuments
import ApusSchema
import ApusSyntax

/// What the variables of operations are in Swift, by the arguments and input fields that they are given to.
///
/// A variable that is given to something with a type of its own and to something without has that type: it is sent as the same
/// scalar.
struct VariableBindings {
  private struct Use {
    var binding: FieldBindingID
    var node: NodeID
  }

  /// By definition the uses of each variable in places with a binding.
  private var uses: [NodeID: [NameID: [Use]]] = [:]
  private let bindings: FieldBindings
  private let documents: DocumentIndex

  init(_ documents: DocumentIndex, _ bindings: FieldBindings) {
    self.documents = documents
    self.bindings = bindings
    if bindings.isEmpty { return }
    let tree = documents.tree
    for definition in tree.definitions {
      let end = Int(tree.nodes[definition].next)
      var node = definition &+ 1
      while node < end {
        defer { node = node &+ 1 }
        guard case .variable = tree.nodes[node].kind else { continue }
        let binding = bindings.ofInput(input(of: node))
        if binding == 0 { continue }
        uses[definition, default: [:]][tree.nodes[node].name, default: []].append(
          Use(binding: binding, node: node))
      }
    }
  }

  /// The argument or input field whose value a node is, in lists or not; 0 where it is none's.
  private func input(of value: NodeID) -> InputValueID {
    var node = value
    while true {
      let parent = documents.parents[node]
      if parent == DocumentIndex.noParent { return 0 }
      node = NodeID(parent)
      switch documents.tree.kind(node) {
      case .listValue: continue
      case .argument, .objectField: return documents.meanings[node]
      default: return 0
      }
    }
  }

  /// The binding of a variable.
  ///
  /// - Parameters:
  ///   - name: the variable.
  ///   - definitions: the operation and the fragments that it reaches.
  ///   - report: told when two uses ask for different types.
  func binding(
    of name: NameID, in definitions: [NodeID], report: (Diagnostic) -> Void
  ) -> FieldBindingID {
    if uses.isEmpty { return 0 }
    let all = definitions.flatMap { uses[$0]?[name] ?? [] }
    guard let first = all.first else { return 0 }
    guard let other = all.first(where: { $0.binding != first.binding }) else { return first.binding }
    let tree = documents.tree
    let (one, another) = (bindings.entries[first.binding], bindings.entries[other.binding])
    report(
      Diagnostic(
        .error, .conflictingFieldTypes,
        "\"$\(tree.names.string(name))\" is \(another.binding.type) here, and \(one.binding.type) elsewhere. Use two variables, or "
          + "bind both places to one type.", at: [tree.range(of: other.node)],
        notes: [Diagnostic.Note("Here it is \(one.binding.type).", at: tree.range(of: first.node))]))
    return first.binding
  }
}
