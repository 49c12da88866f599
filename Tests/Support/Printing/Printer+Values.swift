import ApusSyntax

/// Input values and type references (sections 2.10 and 2.12).
extension Printer {
  /// An argument or a field of an object value.
  mutating func writeNamedValue(_ node: NodeID) {
    writeName(node)
    write(": ")
    if let value = tree.value(node) { write(value) }
  }

  mutating func writeList(_ node: NodeID) {
    write("[")
    let items = writeItems(Array(tree.children(node)))
    if items.length + 2 > Printer.lineLength { spread(items, indentedBy: 2) }
    write("]")
  }

  mutating func writeObject(_ node: NodeID) {
    write("{")
    let start = output.count
    let items = writeItems(tree.children(node, .objectField))
    if items.length + 4 > Printer.lineLength {
      spread(items, indentedBy: 2)
    } else {
      output.insert(UInt8(ascii: " "), at: start)
      write(" ")
    }
    write("}")
  }

  mutating func writeString(_ node: NodeID) {
    let value = tree.stringValue(node)
    if tree.has(NodeFlag.block, node) {
      writeLines(StringLiteral.block(value))
    } else {
      write(StringLiteral.quoted(value))
    }
  }

  mutating func writeNamedType(_ node: NodeID) {
    writeName(node)
    if tree.has(NodeFlag.nonNull, node) { write("!") }
  }

  mutating func writeListType(_ node: NodeID) {
    write("[")
    for child in tree.children(node) { write(child) }
    write("]")
    if tree.has(NodeFlag.nonNull, node) { write("!") }
  }
}
