/// JSON text (RFC 8259) as a flat tree with source positions, used for introspection results and configurations.
///
/// The layout is that of a syntax tree: nodes in source order, the contents of an array or object right after it. An
/// introspection result has megabytes, so this code handles every byte cheaply even in unoptimized builds.
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
  private(set) var nodes: UnsafeMutablePointer<Node>
  private var count = 0
  private var capacity = 256

  private init(_ source: SourceFile) {
    self.source = source
    nodes = .allocate(capacity: capacity)
  }

  deinit { nodes.deallocate() }

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
    if count == capacity {
      let larger = UnsafeMutablePointer<Node>.allocate(capacity: capacity * 2)
      larger.update(from: nodes, count: count)
      nodes.deallocate()
      nodes = larger
      capacity *= 2
    }
    nodes[count] = Node(
      kind: kind, start: UInt32(truncatingIfNeeded: start), end: 0,
      next: UInt32(truncatingIfNeeded: count &+ 1))
    count = count &+ 1
    return count &- 1
  }

  /// Ends a node after its contents.
  func close(_ node: Int, _ end: Int) {
    nodes[node].end = UInt32(truncatingIfNeeded: end)
    nodes[node].next = UInt32(truncatingIfNeeded: count)
  }
}
