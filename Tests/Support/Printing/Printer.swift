import ApusSource
import ApusSyntax

/// Prints nodes exactly as graphql-js does, to compare the two parsers: two spaces per level, on one line if they fit.
///
/// The output parses back to the same nodes. Any node can be printed: a definition, a selection, a value, a type.
package struct Printer {
  let tree: SyntaxTree
  var output: [UInt8] = []
  /// The number of spaces at the start of each new line.
  var indentation = 0

  /// Arguments, lists and objects longer than this many characters are printed one item per line.
  static let lineLength = 80

  private init(tree: SyntaxTree) { self.tree = tree }

  /// Prints one node and its children.
  package static func print(_ node: NodeID, of tree: SyntaxTree) -> String {
    var printer = Printer(tree: tree)
    printer.write(node)
    return String(decoding: printer.output, as: UTF8.self)
  }

  /// Prints a document of these definitions, separated by empty lines.
  package static func print(_ definitions: some Sequence<NodeID>, of tree: SyntaxTree) -> String {
    var printer = Printer(tree: tree)
    for definition in definitions {
      if !printer.output.isEmpty { printer.write("\n\n") }
      printer.write(definition)
    }
    return String(decoding: printer.output, as: UTF8.self)
  }

  // MARK: - Nodes

  mutating func write(_ node: NodeID) {
    switch tree.nodes[node].kind {
    case .operation: writeOperation(node)
    case .fragmentDefinition: writeFragmentDefinition(node)
    case .variableDefinition: writeInputDefinition(node)
    case .selectionSet: writeBlock(Array(tree.children(node)))
    case .field: writeField(node)
    case .fragmentSpread: writeFragmentSpread(node)
    case .inlineFragment: writeInlineFragment(node)
    case .argument, .objectField: writeNamedValue(node)
    case .directive: writeDirective(node)
    case .variable:
      write("$")
      writeName(node)
    case .namedType: writeNamedType(node)
    case .listType: writeListType(node)
    case .intValue, .floatValue: writeSource(node)
    case .booleanValue, .nullValue, .enumValue, .directiveLocation: writeName(node)
    case .stringValue, .description: writeString(node)
    case .listValue: writeList(node)
    case .objectValue: writeObject(node)
    case .schemaDefinition, .scalarType, .objectType, .interfaceType, .unionType, .enumType,
      .inputObjectType:
      writeTypeDefinition(node)
    case .directiveDefinition: writeDirectiveDefinition(node)
    case .operationTypeDefinition:
      write(tree.operationKind(node).keyword)
      write(": ")
      writeChildren(of: node, .namedType, separator: "")
    case .fieldDefinition: writeFieldDefinition(node)
    case .inputValueDefinition: writeInputDefinition(node)
    case .enumValueDefinition:
      writeDescription(of: node)
      writeName(node)
      writeDirectives(of: node)
    }
  }

  /// Writes the node's children of one kind, separated by `separator`.
  mutating func writeChildren(of node: NodeID, _ kind: NodeKind, separator: String) {
    var isFirst = true
    for child in tree.children(node, kind) {
      if !isFirst { write(separator) }
      isFirst = false
      write(child)
    }
  }

  /// Writes each directive of `node`, preceded by a space.
  mutating func writeDirectives(of node: NodeID) {
    for directive in tree.children(node, .directive) {
      write(" ")
      write(directive)
    }
  }

  /// Writes the node's description on its own lines.
  mutating func writeDescription(of node: NodeID) {
    guard let description = tree.child(node, .description) else { return }
    writeString(description)
    writeNewline()
  }

  /// Writes a block: `{`, each item on its own line, `}`.
  mutating func writeBlock(_ items: [NodeID]) {
    write("{")
    if items.isEmpty { return write("}") }
    indentation += 2
    for item in items {
      writeNewline()
      write(item)
    }
    indentation -= 2
    writeNewline()
    write("}")
  }

  // MARK: - Text

  mutating func write(_ text: String) { output.append(contentsOf: text.utf8) }

  mutating func writeName(_ node: NodeID) { write(tree.names.string(tree.nodes[node].name)) }

  /// Writes the node as its author wrote it.
  mutating func writeSource(_ node: NodeID) {
    let entry = tree.nodes[node]
    let bytes = tree.source(of: node).bytes + Int(entry.start)
    output.append(contentsOf: UnsafeBufferPointer(start: bytes, count: Int(entry.end - entry.start)))
  }

  mutating func writeNewline() {
    output.append(UInt8(ascii: "\n"))
    output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indentation))
  }

  /// Writes a multiline text, indenting all lines but the first.
  mutating func writeLines(_ text: String) {
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\n") { writeNewline() } else { output.append(byte) }
    }
  }
}
