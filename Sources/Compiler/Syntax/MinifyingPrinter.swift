/// Prints executable definitions in the form that is sent, and parts of documents on one line for people.
///
/// The form that is sent omits descriptions, which older servers reject, and directives that are for the compiler. It writes all strings
/// in single quotes, because older servers do not support block strings.
package struct MinifyingPrinter: ~Copyable {
  // Stored: each access of a class's property costs an unoptimized build more than the rest.
  private let tree: SyntaxTree
  private let nodes: UnsafeMutablePointer<Node>
  private let names: NameTable
  private var tokens = TokenWriter()
  /// Whether to separate tokens for people, as graphql-js does: `{ a: [1, 2] }`.
  private let hasBlanks: Bool

  private init(_ tree: SyntaxTree, hasBlanks: Bool = false) {
    self.tree = tree
    self.hasBlanks = hasBlanks
    nodes = tree.nodes
    names = tree.names
  }

  /// Prints a definition. Definitions that follow one another need nothing between them.
  ///
  /// - Parameter name: the name of an operation that has none.
  package static func print(_ definition: NodeID, named name: String? = nil, of tree: SyntaxTree) -> String {
    var printer = MinifyingPrinter(tree)
    printer.writeDefinition(definition, name)
    return printer.tokens.string
  }

  /// Prints a value, a type, an argument or a variable definition on one line, with blanks.
  package static func printPart(_ node: NodeID, of tree: SyntaxTree) -> String {
    var printer = MinifyingPrinter(tree, hasBlanks: true)
    switch tree.kind(node) {
    case .namedType, .listType: printer.writeType(node)
    case .argument, .objectField: printer.writeNamedValue(node)
    case .variableDefinition: printer.writeVariable(node)
    default: printer.writeValue(node)
    }
    return printer.tokens.string
  }

  // MARK: - Definitions

  private mutating func writeDefinition(_ node: NodeID, _ name: String?) {
    let isOperation = nodes[node].kind == .operation
    tokens.write(name: isOperation ? tree.operationKind(node).keyword : "fragment")
    if let name { tokens.write(name: name) } else if nodes[node].name != 0 { write(nodes[node].name) }
    writeList(node, .variableDefinition)
    writeRest(of: node)
  }

  private mutating func writeVariable(_ variable: NodeID) {
    tokens.write("$")
    write(nodes[variable].name)
    tokens.write(":")
    writeBlank()
    if let type = tree.type(variable) { writeType(type) }
    if let value = tree.value(variable) {
      writeBlank()
      tokens.write("=")
      writeBlank()
      writeValue(value)
    }
    for directive in tree.children(variable, .directive) {
      writeBlank()
      writeDirective(directive)
    }
  }

  private mutating func writeDirective(_ directive: NodeID) {
    if nodes[directive].flags & NodeFlag.unsent != 0 { return }
    tokens.write("@")
    write(nodes[directive].name)
    writeList(directive, .argument)
  }

  /// Writes the variables of a definition or the arguments of a node, if it has any.
  private mutating func writeList(_ node: NodeID, _ kind: NodeKind) {
    var isOpen = false
    var child = node &+ 1
    let end = Int(nodes[node].next)
    while child < end {
      if nodes[child].kind == kind {
        if isOpen { writeComma() } else { tokens.write("(") }
        isOpen = true
        if kind == .argument { writeNamedValue(child) } else { writeVariable(child) }
      }
      child = Int(nodes[child].next)
    }
    if isOpen { tokens.write(")") }
  }

  // MARK: - Selections

  /// Nesting is bounded by the parser.
  private mutating func writeSelections(_ set: NodeID) {
    tokens.write("{")
    var selection = set &+ 1
    let end = Int(nodes[set].next)
    while selection < end {
      writeSelection(selection)
      selection = Int(nodes[selection].next)
    }
    tokens.write("}")
  }

  private mutating func writeSelection(_ node: NodeID) {
    let entry = nodes[node]
    if case .field = entry.kind {
      if entry.extra != 0 {
        write(entry.extra)
        tokens.write(":")
      }
    } else {
      tokens.writeSpread()
    }
    if entry.name != 0 { write(entry.name) }
    if Int(entry.next) == node &+ 1 { return }
    writeList(node, .argument)
    writeRest(of: node)
  }

  /// Writes the type condition, the directives and the selections of a definition or a selection.
  private mutating func writeRest(of node: NodeID) {
    var child = node &+ 1
    let end = Int(nodes[node].next)
    while child < end {
      switch nodes[child].kind {
      case .namedType: writeCondition(child)
      case .directive: writeDirective(child)
      case .selectionSet: writeSelections(child)
      default: break
      }
      child = Int(nodes[child].next)
    }
  }

  private mutating func writeCondition(_ type: NodeID) {
    write(Keyword.on)
    write(nodes[type].name)
  }

  // MARK: - Values and types

  private mutating func writeNamedValue(_ node: NodeID) {
    write(nodes[node].name)
    tokens.write(":")
    writeBlank()
    if let value = tree.value(node) { writeValue(value) }
  }

  private mutating func writeValue(_ value: NodeID) {
    switch nodes[value].kind {
    case .variable:
      tokens.write("$")
      write(nodes[value].name)
    case .nullValue: write(Keyword.null)
    case .stringValue:
      tokens.write(string: tree.stringValue(value), isBlock: hasBlanks && tree.has(NodeFlag.block, value))
    case .intValue, .floatValue: tokens.write(number: tree.text(of: value))
    case .listValue:
      tokens.write("[")
      writeItems(of: value) { $0.writeValue($1) }
      tokens.write("]")
    case .objectValue:
      tokens.write("{")
      writeBlank()
      writeItems(of: value) { $0.writeNamedValue($1) }
      writeBlank()
      tokens.write("}")
    default: write(nodes[value].name)
    }
  }

  private mutating func writeType(_ type: NodeID) {
    if case .listType = nodes[type].kind {
      tokens.write("[")
      if let element = tree.type(type) { writeType(element) }
      tokens.write("]")
    } else {
      write(nodes[type].name)
    }
    if tree.has(NodeFlag.nonNull, type) { tokens.write("!") }
  }

  private mutating func writeItems(of node: NodeID, _ write: (inout MinifyingPrinter, NodeID) -> Void) {
    var isFirst = true
    for child in tree.children(node) {
      if !isFirst { writeComma() }
      isFirst = false
      write(&self, child)
    }
  }

  // MARK: - Tokens

  private mutating func write(_ name: NameID) { tokens.write(name: name, of: names) }

  private mutating func writeBlank() {
    if hasBlanks { tokens.write(" ") }
  }

  private mutating func writeComma() {
    if !hasBlanks { return }
    tokens.write(",")
    tokens.write(" ")
  }
}
