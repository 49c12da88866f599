import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax
import ApusShapes

/// The bindings of operations' variables, derived from the arguments and input fields that they are passed to.
///
/// If `album(id:)` takes an `AlbumID`, a variable that is passed to it has that type, even if it is also passed to an argument without a binding: the
/// value that is sent is the same. If `Album` implements `Node`, a variable that is passed as an `AlbumID` and as a `NodeID` is an `AlbumID`.
struct VariableBindings {
  private typealias Use = (binding: FieldBindingID, node: NodeID)

  /// For each definition, the uses of each variable as the value of an argument or input field with a binding.
  private var uses: [NodeID: [NameID: [Use]]] = [:]
  private let bindings: FieldBindings
  private let documents: DocumentIndex

  init(_ documents: DocumentIndex, _ bindings: FieldBindings) {
    self.documents = documents
    self.bindings = bindings
    if bindings.bound.isEmpty { return }
    for definition in documents.allDefinitions {
      for node in documents.variableUses(in: definition) {
        guard let input = input(of: node) else { continue }
        let binding = bindings.bound.ofInput(input)
        if binding == 0 { continue }
        uses[documents.node(definition), default: [:]][documents.tree.nodes[node].name, default: []].append(
          (binding, node))
      }
    }
  }

  /// The argument or input field that a variable is passed to, directly or as an element of a list; nil if it is used elsewhere.
  private func input(of value: NodeID) -> InputValueID? {
    var node = value
    while true {
      let parent = documents.parents[node]
      if parent == DocumentIndex.noParent { return nil }
      node = NodeID(parent)
      switch documents.tree.kind(node) {
      case .listValue: continue
      case .argument, .objectField: return documents.input(node)
      default: return nil
      }
    }
  }

  /// The number of a variable's binding; 0 if its scalar's Swift type applies.
  ///
  /// - Parameters:
  ///   - name: the variable's name.
  ///   - definitions: the operation and the fragments that it spreads, directly or through others.
  ///   - report: called if two uses need different types.
  func binding(
    of name: NameID, in definitions: [NodeID], report: (Diagnostic) -> Void
  ) -> FieldBindingID {
    if uses.isEmpty { return 0 }
    // The first use with each binding.
    var all: [Use] = []
    for use in definitions.lazy.flatMap({ uses[$0]?[name] ?? [] })
    where !all.contains(where: { $0.binding == use.binding }) {
      all.append(use)
    }
    guard let first = all.first else { return 0 }
    if let narrowest = bindings.bound.narrowest(of: all.map(\.binding)) { return narrowest }
    // No binding fits all uses. Then there are two uses that no binding fits, because otherwise the narrowest of all would fit. Report these two.
    for (index, one) in all.enumerated() {
      let other = all[(index + 1)...].first {
        bindings.bound.narrowest(of: [one.binding, $0.binding]) == nil
      }
      guard let other else { continue }
      report(conflict(name, other, one))
      break
    }
    return first.binding
  }

  private func conflict(_ name: NameID, _ use: Use, _ other: Use) -> Diagnostic {
    let tree = documents.tree
    let (type, otherType) = (
      bindings.bindings[use.binding].type, bindings.bindings[other.binding].type
    )
    return Diagnostic(
      .error, .conflictingFieldTypes,
      "\"$\(tree.names.string(name))\" is \(type) here, but \(otherType) elsewhere. Use two variables, or give both arguments the same type under \"fields\" in apus.json.",
      at: [tree.range(of: use.node)],
      notes: [Diagnostic.Note("It is \(otherType) here.", at: tree.range(of: other.node))])
  }
}
