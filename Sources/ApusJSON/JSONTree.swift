import ApusDiagnostics

/// JSON text (RFC 8259) as a flat tree that keeps places: introspection results and configurations are read from it.
///
/// The layout is that of a syntax tree: nodes in source order, what an array or object holds right behind it. An
/// introspection result is megabytes, so this is on the path of bytes of an unoptimized build.
package final class JSONTree {
  /// What a node is.
  package enum Kind: UInt8 {
    case null, `true`, `false`, number, string
    /// Any number of values.
    case array
    /// Any number of keys, each with its value behind it.
    case object
    case key
  }

  struct Node {
    var kind: Kind
    /// Byte offset of the first byte.
    var start: UInt32
    /// Byte offset behind the last byte.
    var end: UInt32
    /// The node behind this one and all that it holds.
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

  /// Parses a whole text, which is one value.
  ///
  /// - Throws: ``JSONError`` at the first byte that is no JSON.
  package static func parse(_ source: SourceFile) throws(JSONError) -> JSONTree {
    let tree = JSONTree(source)
    var parser = JSONParser(source, into: tree)
    try parser.parse()
    return tree
  }

  /// The value that the text is.
  package var root: JSONValue { JSONValue(tree: self, id: 0) }

  // MARK: - Building

  /// Adds a node and gives its number.
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

  /// Ends a node behind what it holds.
  func close(_ node: Int, _ end: Int) {
    nodes[node].end = UInt32(truncatingIfNeeded: end)
    nodes[node].next = UInt32(truncatingIfNeeded: count)
  }
}
