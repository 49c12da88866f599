import ApusSource
import ApusSchema
import ApusSyntax

/// A connection whose page is requested has a limit. This rule of our own is off by default.
///
/// Only `edges`, `nodes` and `pageInfo` make the server load a page: a total count does not.
///
/// https://relay.dev/graphql/connections.htm#sec-Arguments
extension ValidationContext {
  func checkUnlimitedConnections() {
    let limits = ["first", "last"].map(schema.names.find)
    let ofPage = ["edges", "nodes", "pageInfo"].map(schema.names.find)
    for node in 0..<tree.count where nodes[node].kind == .field {
      guard let field = index.field(node), let type = schema[field].type.named, schema.isConnection(type)
      else {
        continue
      }
      let accepted = schema.arguments(of: field).filter { limits.contains(schema[$0].name) }
      let isLimited = accepted.contains { limit in
        let given = tree.children(node, .argument).first { nodes[$0].name == schema[limit].name }
        // A null replaces the default, and does not limit anything either if it is the default.
        if let value = given.flatMap({ tree.value($0) }) { return nodes[value].kind != .nullValue }
        return schema[limit].hasDefault && schema.tree.kind(schema[limit].defaultValue) != .nullValue
      }
      guard !accepted.isEmpty, !isLimited, let set = tree.child(node, .selectionSet),
        index.fields(in: set).contains(where: { ofPage.contains(nodes[$0].name) })
      else { continue }
      let names = accepted.map { "\"\(schema.names.string(schema[$0].name))\"" }
      warn(
        .unlimitedConnection,
        "The connection \"\(name(node))\" has no limit, so its length is up to the server. Pass \(Suggestions.join(names, "or")).",
        at: [tree.nameRange(of: node)])
    }
  }
}

extension DiagnosticCode {
  package static let unlimitedConnection = DiagnosticCode(
    "unlimited-connection",
    title: "A connection that is requested without \"first\" or \"last\"",
    explanation: """
      A connection is a list in pages: its type has the field `pageInfo`, and `edges` or `nodes`. Without `first` or `last`, the server chooses how
      many elements it returns: all of them, some, or an error. A connection whose argument has a default in the schema other than null is not
      reported, nor is one from which none of these fields is selected: `stargazers { totalCount }`.
      """,
    example: "{ artist(id: \"7\") { albums { nodes { title } } } }",
    fix: "Pass a limit: `albums(first: $count)`.", isWarning: true, switchedOnBy: "\"warning\"")
}
