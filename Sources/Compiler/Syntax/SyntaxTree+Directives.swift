/// The readers of directives and arguments, which every stage uses.
///
/// Those of values return nil for a value of another kind, and for nil: `tree.string(tree.argument("label", of: directive))`.
extension SyntaxTree {
  /// The first directive of that name on a node.
  package func directive(_ name: NameID, on node: NodeID) -> NodeID? { child(node, .directive, named: name) }

  /// The value of a directive's or field's argument.
  package func argument(_ name: NameID, of node: NodeID) -> NodeID? {
    child(node, .argument, named: name).map { $0 &+ 1 }
  }

  package func argument(_ name: String, of node: NodeID) -> NodeID? { argument(names.find(name), of: node) }

  /// The node's first child of a kind that has that name.
  package func child(_ node: NodeID, _ kind: NodeKind, named name: NameID) -> NodeID? {
    let nodes = nodes
    var child = node &+ 1
    let end = Int(nodes[node].next)
    while child < end {
      if nodes[child].name == name, nodes[child].kind == kind { return child }
      child = Int(nodes[child].next)
    }
    return nil
  }

  package func string(_ value: NodeID?) -> String? {
    value.flatMap { kind($0) == .stringValue ? stringValue($0) : nil }
  }

  package func boolean(_ value: NodeID?) -> Bool? {
    value.flatMap { kind($0) == .booleanValue ? has(NodeFlag.isTrue, $0) : nil }
  }

  package func integer(_ value: NodeID?) -> Int? {
    value.flatMap { kind($0) == .intValue ? Int(text(of: $0)) : nil }
  }

  /// The name of an enum value.
  package func word(_ value: NodeID?) -> String? {
    value.flatMap { kind($0) == .enumValue ? name($0) : nil }
  }

  /// The elements of a list; any other value is a list of one (section 3.11).
  package func elements(_ value: NodeID) -> [NodeID] {
    kind(value) == .listValue ? Array(children(value)) : [value]
  }

  // MARK: - Directives of the specification

  /// The reason of `@deprecated` without an argument (section 3.13.3).
  package static let defaultDeprecationReason = "No longer supported"

  /// The reason why the definition at `node` is deprecated; nil if it is not.
  package func deprecationReason(of node: NodeID) -> String? {
    directive(Keyword.deprecated, on: node).map {
      string(argument(Keyword.reason, of: $0)) ?? SyntaxTree.defaultDeprecationReason
    }
  }
}
