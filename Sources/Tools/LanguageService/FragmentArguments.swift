import ApusDocuments
import ApusSchema
import ApusSyntax

/// The variables that fragments define themselves.
extension Analysis {
  func fragmentVariable(_ name: NameID, of fragment: NameID) -> NodeID? {
    self.fragment(named: fragment).flatMap { tree.child($0, .variableDefinition, named: name) }
  }

  /// The fragment at an offset of a file, if it defines the variable itself.
  func fragment(defining name: NameID, _ path: String, _ start: Int) -> NodeID? {
    guard let number = definition(path, start) else { return nil }
    let node = index.node(number)
    guard tree.kind(node) == .fragmentDefinition else { return nil }
    return tree.child(node, .variableDefinition, named: name) == nil ? nil : node
  }

  /// A fragment's variable as a symbol.
  func symbol(ofVariable name: NameID, of fragment: NameID) -> Symbol? {
    guard fragmentVariable(name, of: fragment) != nil, let node = self.fragment(named: fragment) else {
      return nil
    }
    let source = tree.source(of: node)
    return .variable(
      name, path: source.path, definition: source.offsetInFile(tree.keywordStart(of: node)))
  }

  /// The arguments of a spread that are not given yet, required ones first.
  func fragmentArguments(of fragment: NameID, _ context: CursorContext) -> [Candidate] {
    guard let node = self.fragment(named: fragment) else { return [] }
    return tree.children(node, .variableDefinition).compactMap { variable in
      if context.presentNames.contains(tree.nodes[variable].name) { return nil }
      let type = index.valueTypes[variable]
      let isRequired = type.isNonNull && tree.value(variable) == nil
      return Candidate(
        label: tree.name(variable), kind: .argument, detail: schema.description(type),
        text: "\(tree.name(variable)): ", rank: isRequired ? 0 : 1)
    }
  }

  /// The places of a fragment's variable: its definition, its uses, and the arguments of the spreads.
  func references(toVariable name: NameID, of fragment: NodeID) -> [Reference] {
    var found: [Reference] = []
    for node in 0..<tree.count where tree.nodes[node].name == name {
      switch tree.kind(node) {
      case .variableDefinition where NodeID(index.parents[node]) == fragment:
        found.append(Reference(range: tree.nameRange(of: node), isDefinition: true))
      case .variable
      where index.fragmentVariables[node].map { NodeID(index.parents[$0.definition]) } == fragment:
        found.append(Reference(range: tree.nameRange(of: node), isDefinition: false))
      case .argument where isOfSpread(node, fragment):
        found.append(Reference(range: tree.nameRange(of: node), isDefinition: false))
      default: continue
      }
    }
    return found
  }

  private func isOfSpread(_ argument: NodeID, _ fragment: NodeID) -> Bool {
    let owner = NodeID(index.parents[argument])
    return tree.kind(owner) == .fragmentSpread && index.fragment(ofSpread: owner) == fragment
  }

  /// Whether text uses variables of its fragment, so that it cannot be moved out of the fragment, or into another one.
  func usesFragmentVariables(_ node: NodeID) -> Bool {
    if !index.hasFragmentArguments { return false }
    return (node..<Int(tree.nodes[node].next)).contains { index.fragmentVariables[$0] != nil }
  }
}
