import ApusSource
import ApusSchema
import ApusSyntax

/// A connection is requested with a limit. This rule of our own is off by default.
///
/// https://relay.dev/graphql/connections.htm#sec-Arguments
extension ValidationContext {
  func checkUnlimitedConnections() {
    let limits = ["first", "last"].map(schema.names.find)
    for node in 0..<tree.count where nodes[node].kind == .field {
      guard let field = index.field(node), let type = schema[field].type.named, isConnection(type) else {
        continue
      }
      let accepted = schema.arguments(of: field).filter { limits.contains(schema[$0].name) }
      let isLimited = accepted.contains { limit in
        let given = tree.children(node, .argument).first { nodes[$0].name == schema[limit].name }
        // A null replaces the default.
        guard let value = given.flatMap({ tree.value($0) }) else { return schema[limit].hasDefault }
        return nodes[value].kind != .nullValue
      }
      if accepted.isEmpty || isLimited { continue }
      let names = accepted.map { "\"\(schema.names.string(schema[$0].name))\"" }
      warn(
        .unlimitedConnection,
        "The connection \"\(name(node))\" has no limit, so its length is up to the server. Pass \(Suggestions.join(names, "or")).",
        at: [tree.nameRange(of: node)])
    }
  }

  private func isConnection(_ type: TypeID) -> Bool {
    func has(_ name: String) -> Bool { schema.field(schema.names.find(name), of: type) != nil }
    return schema[type].isComposite && has("pageInfo") && (has("edges") || has("nodes"))
  }
}

extension DiagnosticCode {
  package static let unlimitedConnection = DiagnosticCode(
    "unlimited-connection",
    title: "A connection that is requested without \"first\" or \"last\"",
    explanation: """
      A connection is a list in pages: its type has the field `pageInfo`, and `edges` or `nodes`. Without `first` or `last`, the server chooses how many
      elements it returns: all of them, some, or an error. A connection whose argument has a default in the schema is not reported.
      """,
    example: "{ artist(id: \"7\") { albums { nodes { title } } } }",
    fix: "Pass a limit: `albums(first: $count)`.", isWarning: true, switchedOnBy: "\"warning\"")
}
