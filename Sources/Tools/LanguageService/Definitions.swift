import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax

extension Analysis {
  /// The definitions of a symbol in the schema or the documents; none for the specification's own.
  package func definitions(of symbol: Symbol) -> [SourceRange] {
    switch symbol {
    case .fragment, .operation: return definitionNodes(of: symbol).map(tree.nameRange)
    case .variable(let name, let path, let start): return variableDefinitions(name, path, start)
    default: return nodes(of: symbol).filter { schema.tree.fileIndex(of: $0) > 0 }.map(schema.tree.nameRange)
    }
  }

  /// The definitions of an operation or a fragment in the documents.
  package func definitionNodes(of symbol: Symbol) -> [NodeID] {
    switch symbol {
    case .fragment(let name): fragment(named: name).map { [$0] } ?? []
    case .operation(let name):
      definitions.map { index.node($0) }
        .filter { tree.kind($0) == .operation && tree.nodes[$0].name == name }
    default: []
    }
  }

  /// The definition of a symbol's type.
  package func typeDefinitions(of symbol: Symbol) -> [SourceRange] {
    switch symbol {
    case .field(let field): definitions(ofType: schema[field].type.named)
    case .alias(let field): definitions(ofType: schema[field]?.type.named)
    case .input(let input): definitions(ofType: schema[input].type.named)
    case .fragment(let name):
      fragment(named: name).map { definitions(ofType: index.type($0)) } ?? []
    case .variable(let name, let path, let start):
      variables(name, path, start).flatMap { definitions(ofType: index.valueTypes[$0].named) }
    default: definitions(of: symbol)
    }
  }

  private func definitions(ofType type: TypeID?) -> [SourceRange] {
    type.map { definitions(of: .type($0)) } ?? []
  }

  /// The nodes of the schema that define a symbol. A type also has extensions.
  func nodes(of symbol: Symbol) -> [NodeID] {
    switch symbol {
    case .field(let field): return [schema[field].node]
    case .alias(let field): return field.map { [schema[$0].node] } ?? []
    case .input(let input): return [schema[input].node]
    case .enumValue(let value): return [schema[value].node]
    case .directive(let directive): return [schema[directive].node]
    case .type(let type):
      let parts = Array(schema.parts(of: type))
      return parts.isEmpty ? [schema[type].node] : parts
    default: return []
    }
  }

  private func variableDefinitions(_ name: NameID, _ path: String, _ start: Int) -> [SourceRange] {
    variables(name, path, start).map { node in
      var range = tree.nameRange(of: node)
      range.start -= 1
      return range
    }
  }

  /// The definitions of a variable used in a definition: those in the operation or fragment itself, or in all operations
  /// that use the fragment.
  func variables(_ name: NameID, _ path: String, _ start: Int) -> [NodeID] {
    if let fragment = fragment(defining: name, path, start) {
      return tree.child(fragment, .variableDefinition, named: name).map { [$0] } ?? []
    }
    return operations(reaching: path, start).flatMap { number in
      tree.children(index.node(number), .variableDefinition).filter {
        tree.nodes[$0].name == name
      }
    }
  }

  /// The operation at an offset of a file, or all operations that use the fragment there.
  func operations(reaching path: String, _ start: Int) -> [DefinitionID] {
    guard let number = definition(path, start) else { return [] }
    if tree.kind(index.node(number)) == .operation { return [number] }
    return definitions.filter { candidate in
      tree.kind(index.node(candidate)) == .operation
        && index.reached(from: [candidate]).contains(number)
    }
  }

  /// The definition that starts at an offset of a file. Its description does not count.
  func definition(_ path: String, _ start: Int) -> DefinitionID? {
    // A Swift file may have several documents.
    for file in tree.files where file.source.path == path {
      let found = definitions.first { number in
        let node = index.node(number)
        guard file.first <= node, node < file.end else { return false }
        let first = file.source.offsetInFile(Int(tree.nodes[node].start))
        if first == start { return true }
        // The keyword comes after a description.
        return tree.child(node, .description) != nil && first < start
          && start < file.source.offsetInFile(Int(tree.nodes[node].end))
      }
      if let found { return found }
    }
    return nil
  }
}
