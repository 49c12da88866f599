import ApusHash
import ApusSyntax

/// Copies the nodes of documents and replaces the variables of fragments with their values.
struct ExpandedCopy {
  private(set) var nodes: [Node] = []
  private(set) var origins: [NodeID] = []
  private(set) var isTooLarge = false

  private let documents: DocumentIndex
  private let tree: SyntaxTree
  /// The uses that are still to be copied.
  private var pending: [Use] = []
  /// The names that are taken: each use's, with its fragment and values as text, and each fragment's, with an empty text.
  private var uses: [String: String] = [:]
  /// The number of copied nodes, including those of values, and the limit.
  private var work = 0
  private let limit: Int
  /// The suffix of the current use's name, which distinguishes uses.
  private var labelSuffix = ""

  /// The values of a fragment's variables, by name. One without a value is not given.
  private typealias Values = [NameID: Value]

  private struct Use {
    var fragment: NodeID
    var values: Values
    var name: NameID
  }

  /// A copied value. The numbers of its nodes count from the first one.
  private struct Value {
    var nodes: [Node]
    var origins: [NodeID]
  }

  init(_ documents: DocumentIndex) {
    self.documents = documents
    tree = documents.tree
    // Growth in proportion to the documents is allowed.
    limit = 1_000_000 + tree.count * 10
  }

  mutating func expand() {
    for definition in tree.definitions where tree.kind(definition) == .fragmentDefinition {
      uses[tree.name(definition)] = ""
    }
    // A fragment's own copy keeps its variables.
    for definition in tree.definitions { _ = copy(definition, nil) }
    while let use = pending.popLast(), !isTooLarge {
      let start = nodes.count
      let name = tree.names.string(use.name)
      labelSuffix = String(name.dropFirst(tree.name(use.fragment).count))
      if copy(use.fragment, use.values) { nodes[start].name = use.name }
    }
  }

  // MARK: - Copying

  /// Copies a node and all that it contains; with values, without the variables that have them. The parser limits the depth.
  ///
  /// - Returns: whether there is a copy: not of an argument whose variable is not given.
  private mutating func copy(_ node: NodeID, _ values: Values?) -> Bool {
    work += 1
    if work > limit { isTooLarge = true }
    if isTooLarge { return false }
    let start = nodes.count
    switch tree.kind(node) {
    case .variable:
      if let values, documents.fragmentVariables[node] != nil {
        guard let value = values[tree.nodes[node].name] else { return false }
        paste(value)
        return true
      }
    case .variableDefinition where values != nil: return false
    case .stringValue where tree.has(NodeFlag.added, node):
      // The label of a deferred fragment: each use has its own.
      let label = StringLiteral.quoted(tree.stringValue(node) + (values == nil ? "" : labelSuffix))
      append(node, name: tree.names.intern(label))
      close(start)
      return true
    case .fragmentSpread:
      append(node, name: name(ofSpread: node, values))
      for directive in tree.children(node, .directive) { _ = copy(directive, values) }
      close(start)
      return true
    default: break
    }
    append(node, name: tree.nodes[node].name)
    for child in tree.children(node) where !copy(child, values) {
      switch tree.kind(node) {
      case .argument, .objectField:
        removeNodes(from: start)
        return false
      case .listValue:
        append(child, name: Keyword.null)
        nodes[nodes.count - 1].kind = .nullValue
        close(nodes.count - 1)
      default: break
      }
    }
    close(start)
    return true
  }

  private mutating func append(_ node: NodeID, name: NameID) {
    var copy = tree.nodes[node]
    copy.name = name
    nodes.append(copy)
    origins.append(node)
  }

  private mutating func close(_ node: Int) { nodes[node].next = UInt32(nodes.count) }

  private mutating func removeNodes(from start: Int) {
    nodes.removeSubrange(start...)
    origins.removeSubrange(start...)
  }

  private mutating func paste(_ value: Value) {
    work += value.nodes.count
    let start = UInt32(nodes.count)
    for var node in value.nodes {
      node.next += start
      nodes.append(node)
    }
    origins += value.origins
  }

  // MARK: - Uses

  /// The name of the fragment that a spread uses; its use is copied later.
  private mutating func name(ofSpread spread: NodeID, _ values: Values?) -> NameID {
    guard let fragment = documents.fragment(ofSpread: spread) else { return tree.nodes[spread].name }
    let variables = tree.children(fragment, .variableDefinition)
    if variables.isEmpty { return tree.nodes[spread].name }
    var given: Values = [:]
    var text = ""
    for variable in variables {
      let argument = tree.argument(tree.nodes[variable].name, of: spread)
      guard
        let value = argument.flatMap({ self.value($0, values) })
          ?? tree.value(variable).flatMap({ self.value($0, nil) })
      else { continue }
      given[tree.nodes[variable].name] = value
      text += "\(text.isEmpty ? "" : ",")\(tree.name(variable)):\(self.text(0, of: value))"
    }
    let name = name(of: fragment, text)
    if name.isNew {
      pending.append(Use(fragment: fragment, values: given, name: tree.names.intern(name.text)))
    }
    return tree.names.intern(name.text)
  }

  /// The fragment's name and a hash of the arguments, with a number where something else has that name.
  private mutating func name(of fragment: NodeID, _ arguments: String) -> (text: String, isNew: Bool) {
    let use = "\(tree.name(fragment))(\(arguments))"
    let plain = "\(tree.name(fragment))_\(SHA256.hexadecimal(arguments).prefix(8))"
    var name = plain
    var number = 1
    while let other = uses[name] {
      if other == use { return (name, false) }
      number += 1
      name = "\(plain)_\(number)"
    }
    uses[name] = use
    return (name, true)
  }

  /// A copy of a value; nil if it is a variable that is not given.
  private mutating func value(_ node: NodeID, _ values: Values?) -> Value? {
    let start = nodes.count
    defer { removeNodes(from: start) }
    guard copy(node, values) else { return nil }
    let copied = nodes[start...].map { node in
      var node = node
      node.next -= UInt32(start)
      return node
    }
    return Value(nodes: copied, origins: Array(origins[start...]))
  }

  /// A value as GraphQL, the same however it was written.
  private func text(_ node: Int, of value: Value) -> String {
    let name = tree.names.string(value.nodes[node].name)
    switch value.nodes[node].kind {
    case .variable: return "$" + name
    case .stringValue: return StringLiteral.quoted(tree.stringValue(value.origins[node]))
    case .listValue: return "[" + children(node, of: value).joined(separator: ",") + "]"
    case .objectValue: return "{" + children(node, of: value).sorted().joined(separator: ",") + "}"
    case .objectField: return name + ":" + children(node, of: value).joined()
    case .intValue, .floatValue: return tree.text(of: value.origins[node])
    default: return name
    }
  }

  private func children(_ node: Int, of value: Value) -> [String] {
    var texts: [String] = []
    var child = node + 1
    while child < Int(value.nodes[node].next) {
      texts.append(text(child, of: value))
      child = Int(value.nodes[child].next)
    }
    return texts
  }
}
