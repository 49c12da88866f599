/// JSON text (RFC 8259) as a flat tree with source positions, used for introspection results and configurations.
///
/// The layout is that of a syntax tree: nodes in source order, the contents of an array or object right after it. An
/// introspection result has megabytes, so ``JSONParser`` reads its bytes through a pointer.
package final class JSONTree {
  /// The kind of a node.
  package enum Kind: UInt8 {
    case null, `true`, `false`, number, string
    /// Any number of values.
    case array
    /// Any number of keys, each followed by its value.
    case object
    case key
  }

  struct Node {
    var kind: Kind
    /// Byte offset of the first byte.
    var start: UInt32
    /// Byte offset past the last byte.
    var end: UInt32
    /// The next node after this one and its contents.
    var next: UInt32
  }

  package let source: SourceFile
  private(set) var nodes: [Node] = []

  private init(_ source: SourceFile) { self.source = source }

  /// Parses a file that consists of one value.
  ///
  /// - Throws: ``JSONError`` at the first byte that is not JSON.
  package static func parse(_ source: SourceFile) throws(JSONError) -> JSONTree {
    let tree = JSONTree(source)
    var parser = JSONParser(source, into: tree)
    try parser.parse()
    return tree
  }

  /// The value of the whole text.
  package var root: JSONValue { JSONValue(tree: self, id: 0) }

  // MARK: - Building

  /// Adds a node and returns its number.
  func add(_ kind: Kind, _ start: Int) -> Int {
    nodes.append(
      Node(
        kind: kind, start: UInt32(truncatingIfNeeded: start), end: 0,
        next: UInt32(truncatingIfNeeded: nodes.count + 1)))
    return nodes.count - 1
  }

  /// Ends a node after its contents.
  func close(_ node: Int, _ end: Int) {
    nodes[node].end = UInt32(truncatingIfNeeded: end)
    nodes[node].next = UInt32(truncatingIfNeeded: nodes.count)
  }
}
