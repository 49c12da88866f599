import ApusSource

/// The nodes of any number of parsed files, in one array.
///
/// A node's number is unique in the whole tree, so that later stages can store facts about nodes in parallel arrays.
/// Each file covers a contiguous range of nodes.
package final class SyntaxTree {
  /// One parsed file: its nodes are `first ..< end`. The top-level nodes among them are its definitions.
  package struct File {
    package var source: SourceFile
    package var first: NodeID
    package var end: NodeID
    /// Whether the file parsed without errors.
    package var isWellFormed: Bool
    /// The byte ranges that the parser skipped, each from the start of a definition.
    package var unparsed: [Range<Int>]
  }

  /// The arrays that the parser fills. They are behind one pointer because every node passes through here, and in
  /// unoptimized builds each access to a class property would cost an exclusivity check.
  struct Storage {
    var nodes: UnsafeMutablePointer<Node>
    var count: Int
    var capacity: Int
  }

  package let names: NameTable
  package internal(set) var files: [File] = []
  /// The definitions and spreads that skipped text may contain.
  package var unparsed = UnparsedNames()
  let storage: UnsafeMutablePointer<Storage>

  package init(names: NameTable, capacity: Int = 1024) {
    self.names = names
    storage = .allocate(capacity: 1)
    storage.initialize(to: Storage(nodes: .allocate(capacity: capacity), count: 0, capacity: capacity))
  }

  /// A tree of copied nodes, which keep their source ranges.
  ///
  /// - Parameter origins: by node, the node of `tree` that it was copied from.
  package convenience init(_ nodes: [Node], copiedFrom tree: SyntaxTree, _ origins: [NodeID]) {
    self.init(names: tree.names)
    while storage.pointee.capacity < nodes.count { grow() }
    self.nodes.initialize(from: nodes, count: nodes.count)
    storage.pointee.count = nodes.count
    var last = -1
    for (node, origin) in origins.enumerated() {
      let index = tree.fileIndex(of: origin)
      if index != last {
        if !files.isEmpty { files[files.count - 1].end = node }
        var file = tree.files[index]
        file.first = node
        files.append(file)
        last = index
      }
    }
    if !files.isEmpty { files[files.count - 1].end = nodes.count }
    unparsed = tree.unparsed
  }

  deinit {
    storage.pointee.nodes.deallocate()
    storage.deallocate()
  }

  /// All nodes. The pointer is valid until another file is parsed.
  package var nodes: UnsafeMutablePointer<Node> { storage.pointee.nodes }

  /// The number of nodes.
  package var count: Int { storage.pointee.count }

  // MARK: - Places

  /// The index in ``files`` of the file that `node` was parsed from.
  package func fileIndex(of node: NodeID) -> Int {
    var low = 0
    var high = files.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if files[middle].first <= node { low = middle } else { high = middle }
    }
    return low
  }

  /// The file that `node` was parsed from.
  package func source(of node: NodeID) -> SourceFile { files[fileIndex(of: node)].source }

  /// The node's place in its file.
  package func range(of node: NodeID) -> SourceRange {
    place(of: node, Int(nodes[node].start), Int(nodes[node].end))
  }

  /// The place to show for a node: its name if it has one.
  package func place(of node: NodeID) -> SourceRange {
    nodes[node].name == 0 ? range(of: node) : nameRange(of: node)
  }

  /// The place of the node's name. Every named node keeps it, except a field with an alias.
  package func nameRange(of node: NodeID) -> SourceRange {
    let (start, end) = offsets(ofNameOf: node)
    return place(of: node, Int(start), Int(end))
  }

  /// The first byte of the node's name in its file, and the one past the last; of a node without a name its own.
  package func offsets(ofNameOf node: NodeID) -> (start: UInt32, end: UInt32) {
    let entry = nodes[node]
    if entry.name == 0 || entry.flags & NodeFlag.added != 0 { return (entry.start, entry.end) }
    let start = entry.kind == .field ? entry.start : entry.extra
    let name = entry.kind == .field && entry.extra != 0 ? entry.extra : entry.name
    return (start, start + names.storage.pointee.entries[Int(name)].count)
  }

  private func place(of node: NodeID, _ start: Int, _ end: Int) -> SourceRange {
    let place = SourceRange(file: source(of: node), start: start, end: end)
    return place.file.origin?.container == .introspection ? place.inFile : place
  }

  /// The node's source text.
  package func text(of node: NodeID) -> String {
    source(of: node).text(Int(nodes[node].start), Int(nodes[node].end))
  }

  // MARK: - Reading nodes

  /// The kind of the node.
  package func kind(_ node: NodeID) -> NodeKind { nodes[node].kind }

  /// The node's name as text; empty if it has none.
  package func name(_ node: NodeID) -> String { names.string(nodes[node].name) }

  /// The response key of a field: its alias or name (section 2.8).
  package func responseKey(_ field: NodeID) -> NameID {
    nodes[field].extra != 0 ? nodes[field].extra : nodes[field].name
  }

  /// The kind of an operation or an operation type definition.
  package func operationKind(_ node: NodeID) -> OperationKind {
    OperationKind(rawValue: nodes[node].flags & NodeFlag.operationMask) ?? .query
  }

  package func has(_ flag: UInt8, _ node: NodeID) -> Bool { nodes[node].flags & flag != 0 }

  /// The node's children in source order.
  package func children(_ node: NodeID) -> NodeSequence {
    NodeSequence(tree: self, first: node + 1, end: Int(nodes[node].next))
  }

  /// The node's children of one kind, in source order.
  package func children(_ node: NodeID, _ kind: NodeKind) -> [NodeID] {
    var found: [NodeID] = []
    var child = node + 1
    let end = Int(nodes[node].next)
    while child < end {
      if nodes[child].kind == kind { found.append(child) }
      child = Int(nodes[child].next)
    }
    return found
  }

  /// The node's first child of a kind.
  package func child(_ node: NodeID, _ kind: NodeKind) -> NodeID? {
    var child = node + 1
    let end = Int(nodes[node].next)
    while child < end {
      if nodes[child].kind == kind { return child }
      child = Int(nodes[child].next)
    }
    return nil
  }

  /// The definitions of one file, in source order.
  package func definitions(_ file: File) -> NodeSequence {
    NodeSequence(tree: self, first: file.first, end: file.end)
  }

  /// The definitions of all files, in source order.
  package var definitions: NodeSequence { NodeSequence(tree: self, first: 0, end: count) }

  /// The value child of an argument, object field, variable or input value definition.
  package func value(_ node: NodeID) -> NodeID? {
    for child in children(node) {
      switch nodes[child].kind {
      case .intValue, .floatValue, .stringValue, .booleanValue, .nullValue, .enumValue, .listValue,
        .objectValue:
        return child
      case .variable where nodes[node].kind != .variableDefinition:
        return child
      default: continue
      }
    }
    return nil
  }

  /// The type child of a field, variable or input value definition.
  package func type(_ node: NodeID) -> NodeID? {
    for child in children(node) {
      switch nodes[child].kind {
      case .namedType, .listType: return child
      default: continue
      }
    }
    return nil
  }

  /// Doubles the capacity.
  func grow() {
    let capacity = storage.pointee.capacity * 2
    let larger = UnsafeMutablePointer<Node>.allocate(capacity: capacity)
    larger.update(from: nodes, count: count)
    nodes.deallocate()
    storage.pointee.nodes = larger
    storage.pointee.capacity = capacity
  }
}

/// Sibling nodes, in source order.
package struct NodeSequence: Sequence, IteratorProtocol {
  let tree: SyntaxTree
  var first: NodeID
  let end: NodeID

  package mutating func next() -> NodeID? {
    guard first < end else { return nil }
    let node = first
    first = Int(tree.nodes[node].next)
    return node
  }
}
