import ApusSyntax

/// Connections, by the convention of Relay: https://relay.dev/graphql/connections.htm
extension Schema {
  /// Whether a type is a connection, which is a list in pages: it has the field `pageInfo`, and `edges` or `nodes`.
  package func isConnection(_ type: TypeID) -> Bool {
    self[type].isComposite && has("pageInfo", type) && (has("edges", type) || has("nodes", type))
  }

  /// Whether a type is an edge, which is an element of a connection: it has a `node` with fields, and a `cursor`.
  package func isEdge(_ type: TypeID) -> Bool {
    guard let node = field(names.find("node"), of: type), let cursor = field(names.find("cursor"), of: type)
    else { return false }
    return self[self[node].type.named]?.isComposite == true && self[self[cursor].type.named]?.isLeaf == true
  }

  private func has(_ name: String, _ type: TypeID) -> Bool { field(names.find(name), of: type) != nil }
}
