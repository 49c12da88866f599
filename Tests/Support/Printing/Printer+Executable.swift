import ApusSyntax

/// Operations, selections and fragments (sections 2.4 to 2.9).
extension Printer {
  mutating func writeOperation(_ node: NodeID) {
    writeDescription(of: node)
    let start = output.count
    let kind = tree.operationKind(node)
    write(kind.keyword)
    if tree.nodes[node].name != 0 {
      write(" ")
      writeName(node)
    }
    writeVariableDefinitions(of: node)
    writeDirectives(of: node)
    // An operation that is only `query` uses the shorthand, which cannot have a description.
    if kind == .query, output.count == start + kind.keyword.utf8.count,
      tree.child(node, .description) == nil, !wouldBeTaken(node, start)
    {
      output.removeSubrange(start...)
    } else {
      write(" ")
    }
    writeChildren(of: node, .selectionSet, separator: "")
  }

  /// Whether the preceding definition, a type without a block, would swallow the operation's `{`.
  ///
  /// - Parameter start: offset in the output at which the operation begins.
  private func wouldBeTaken(_ operation: NodeID, _ start: Int) -> Bool {
    var previous: NodeID?
    for definition in tree.definitions where definition < operation { previous = definition }
    switch previous.map(tree.kind) {
    case .schemaDefinition, .objectType, .interfaceType, .enumType, .inputObjectType:
      return output[..<start].last { $0 != UInt8(ascii: "\n") } != UInt8(ascii: "}")
    default: return false
    }
  }

  private mutating func writeVariableDefinitions(of node: NodeID) {
    let definitions = tree.children(node, .variableDefinition)
    if definitions.isEmpty { return }
    if tree.nodes[node].name == 0 { write(" ") }
    write("(")
    let items = writeItems(definitions)
    if items.isMultiline { spread(items, indentedBy: 0) }
    write(")")
  }

  mutating func writeFragmentDefinition(_ node: NodeID) {
    writeDescription(of: node)
    write("fragment ")
    writeName(node)
    let variables = tree.children(node, .variableDefinition)
    if !variables.isEmpty {
      write("(")
      _ = writeItems(variables)
      write(")")
    }
    write(" on ")
    writeChildren(of: node, .namedType, separator: "")
    writeDirectives(of: node)
    write(" ")
    writeChildren(of: node, .selectionSet, separator: "")
  }

  mutating func writeField(_ node: NodeID) {
    let start = output.count
    let alias = tree.nodes[node].extra
    if alias != 0 {
      write(tree.names.string(alias))
      write(": ")
    }
    writeName(node)
    writeArguments(of: node, from: start)
    writeDirectives(of: node)
    writeSelectionSet(of: node)
  }

  mutating func writeFragmentSpread(_ node: NodeID) {
    let start = output.count
    write("...")
    writeName(node)
    writeArguments(of: node, from: start)
    writeDirectives(of: node)
  }

  /// - Parameter start: offset in the output at which the field or the spread begins.
  private mutating func writeArguments(of node: NodeID, from start: Int) {
    let arguments = tree.children(node, .argument)
    if arguments.isEmpty { return }
    let prefix = characterCount(from: start)
    write("(")
    let items = writeItems(arguments)
    if prefix + items.length + 2 > Printer.lineLength { spread(items, indentedBy: 2) }
    write(")")
  }

  mutating func writeInlineFragment(_ node: NodeID) {
    write("...")
    if let condition = tree.child(node, .namedType) {
      write(" on ")
      write(condition)
    }
    writeDirectives(of: node)
    writeSelectionSet(of: node)
  }

  private mutating func writeSelectionSet(of node: NodeID) {
    guard let selectionSet = tree.child(node, .selectionSet) else { return }
    write(" ")
    write(selectionSet)
  }

  mutating func writeDirective(_ node: NodeID) {
    write("@")
    writeName(node)
    let arguments = tree.children(node, .argument)
    if arguments.isEmpty { return }
    write("(")
    _ = writeItems(arguments)
    write(")")
  }
}
