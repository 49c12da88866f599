import ApusSyntax

/// Type system definitions and extensions (section 3).
extension Printer {
  mutating func writeTypeDefinition(_ node: NodeID) {
    writeDescription(of: node)
    if tree.has(NodeFlag.isExtension, node) { write("extend ") }
    let kind = tree.nodes[node].kind
    write(Printer.keyword(kind))
    if kind != .schemaDefinition {
      write(" ")
      writeName(node)
    }
    if kind == .objectType || kind == .interfaceType {
      writeTypes(of: node, after: " implements ", separator: " & ")
    }
    writeDirectives(of: node)
    if kind == .unionType { writeTypes(of: node, after: " = ", separator: " | ") }
    guard let memberKind = Printer.memberKind(kind) else { return }
    let members = tree.children(node, memberKind)
    if members.isEmpty { return }
    write(" ")
    writeBlock(members)
  }

  /// Writes a keyword and the interfaces or member types of `node`, if it has any.
  private mutating func writeTypes(of node: NodeID, after word: String, separator: String) {
    if tree.child(node, .namedType) == nil { return }
    write(word)
    writeChildren(of: node, .namedType, separator: separator)
  }

  private static func keyword(_ kind: NodeKind) -> String {
    switch kind {
    case .schemaDefinition: "schema"
    case .scalarType: "scalar"
    case .objectType: "type"
    case .interfaceType: "interface"
    case .unionType: "union"
    case .enumType: "enum"
    default: "input"
    }
  }

  /// The kind of a definition's members, which are printed between its braces.
  private static func memberKind(_ kind: NodeKind) -> NodeKind? {
    switch kind {
    case .schemaDefinition: .operationTypeDefinition
    case .objectType, .interfaceType: .fieldDefinition
    case .enumType: .enumValueDefinition
    case .inputObjectType: .inputValueDefinition
    default: nil
    }
  }

  mutating func writeFieldDefinition(_ node: NodeID) {
    writeDescription(of: node)
    writeName(node)
    writeArgumentDefinitions(of: node)
    writeTypeAndDirectives(of: node)
  }

  /// An argument or input field definition, or a variable definition.
  mutating func writeInputDefinition(_ node: NodeID) {
    writeDescription(of: node)
    if tree.nodes[node].kind == .variableDefinition { write("$") }
    writeName(node)
    writeTypeAndDirectives(of: node)
  }

  private mutating func writeTypeAndDirectives(of node: NodeID) {
    write(": ")
    if let type = tree.type(node) { write(type) }
    if let value = tree.value(node) {
      write(" = ")
      write(value)
    }
    writeDirectives(of: node)
  }

  private mutating func writeArgumentDefinitions(of node: NodeID) {
    let definitions = tree.children(node, .inputValueDefinition)
    if definitions.isEmpty { return }
    write("(")
    let items = writeItems(definitions)
    if items.isMultiline { spread(items, indentedBy: 2) }
    write(")")
  }

  mutating func writeDirectiveDefinition(_ node: NodeID) {
    writeDescription(of: node)
    if tree.has(NodeFlag.isExtension, node) { write("extend ") }
    write("directive @")
    writeName(node)
    writeArgumentDefinitions(of: node)
    writeDirectives(of: node)
    if tree.has(NodeFlag.isExtension, node) { return }
    if tree.has(NodeFlag.repeatable, node) { write(" repeatable") }
    write(" on ")
    writeChildren(of: node, .directiveLocation, separator: " | ")
  }
}
