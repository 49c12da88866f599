import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax

/// A place that refers to a symbol.
package struct Reference {
  package let range: SourceRange
  /// Whether this is the symbol's definition.
  package let isDefinition: Bool
}

extension Analysis {
  /// All references to a symbol in the documents and the schema, found in one pass over the nodes.
  package func references(to symbol: Symbol) -> [Reference] {
    switch symbol {
    case .variable(let name, let path, let start): return variableReferences(name, path, start)
    case .alias: return []
    default: break
    }
    var found = definitions(of: symbol).map { Reference(range: $0, isDefinition: true) }
    for node in 0..<tree.count where names(symbol, node) {
      found.append(Reference(range: nameRange(node), isDefinition: false))
    }
    guard let file = schema.tree.files.dropFirst().first else { return found }
    let defined = Set(nodes(of: symbol))
    for node in file.first..<schema.tree.count where namesInSchema(symbol, node) && !defined.contains(node) {
      found.append(Reference(range: schema.tree.nameRange(of: node), isDefinition: false))
    }
    return found
  }

  /// Whether a document's node, other than a definition, refers to the symbol.
  private func names(_ symbol: Symbol, _ node: NodeID) -> Bool {
    switch (tree.nodes[node].kind, symbol) {
    case (.field, .field(let field)): return index.field(node) == field
    case (.argument, .input(let input)), (.objectField, .input(let input)): return index.input(node) == input
    case (.enumValue, .enumValue(let value)): return index.enumValue(node) == value
    case (.namedType, .type(let type)): return index.type(node) == type
    case (.directive, .directive(let directive)): return index.directive(node) == directive
    case (.fragmentSpread, .fragment(let name)): return tree.nodes[node].name == name
    default: return false
    }
  }

  private func namesInSchema(_ symbol: Symbol, _ node: NodeID) -> Bool {
    switch (schema.tree.nodes[node].kind, symbol) {
    case (.namedType, .type(let type)): schema.type(named: schema.tree.nodes[node].name) == type
    case (.directive, .directive(let directive)):
      schema.directive(named: schema.tree.nodes[node].name) == directive
    default: false
    }
  }

  /// The range of a node's schema name: for a field with an alias, the name after the colon.
  func nameRange(_ node: NodeID) -> SourceRange {
    let entry = tree.nodes[node]
    guard entry.kind == .field, entry.extra != 0 else { return tree.nameRange(of: node) }
    var range = tree.nameRange(of: node)
    let p = range.file.bytes
    var offset = range.end
    // Comments may separate the alias and the name.
    while offset < Int(entry.end) {
      if p[offset] == UInt8(ascii: "#") {
        while offset < Int(entry.end), p[offset] != 0x0A, p[offset] != 0x0D { offset += 1 }
      } else if CursorContext.isNamePart(p[offset]) {
        break
      } else {
        offset += 1
      }
    }
    range.start = offset
    range.end = offset + names.bytes(entry.name).count
    return range
  }

  /// The uses of a variable in the operations that define it and the fragments that they use.
  private func variableReferences(_ name: NameID, _ path: String, _ start: Int) -> [Reference] {
    if let fragment = fragment(defining: name, path, start) {
      return references(toVariable: name, of: fragment)
    }
    var reached: Set<DefinitionID> = []
    var found: [Reference] = []
    for operation in operations(reaching: path, start) {
      reached.formUnion(index.reached(from: [operation]))
      for variable in tree.children(index.node(operation), .variableDefinition)
      where tree.nodes[variable].name == name {
        found.append(Reference(range: tree.nameRange(of: variable), isDefinition: true))
      }
    }
    if reached.isEmpty, let number = definition(path, start) { reached = [number] }
    for number in reached.sorted() {
      for node in index.variableUses(in: number) {
        if tree.nodes[node].name == name, index.fragmentVariables[node] == nil {
          found.append(Reference(range: tree.nameRange(of: node), isDefinition: false))
        }
      }
    }
    return found
  }
}
