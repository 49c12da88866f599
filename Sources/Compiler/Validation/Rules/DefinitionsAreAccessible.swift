import ApusSource
import ApusSchema
import ApusSyntax

/// Documents do not use elements of a federated schema that are hidden from clients.
///
/// https://www.apollographql.com/docs/graphos/schema-design/federated-schemas/reference/directives#inaccessible
extension ValidationContext {
  func checkAccessibility() {
    guard schema.federation.isUsed else { return }
    for node in 0..<tree.count {
      switch nodes[node].kind {
      case .field:
        guard let field = schema[index.field(node)] else { continue }
        let parent = schema.name(field.parent)
        if field.node < 0 || schema[field.parent].isBuiltIn { continue }
        hide(node, field.node, "\(parent).\(schema.names.string(field.name))")
        hideType(field.type.named, at: node)
      case .argument, .objectField:
        guard let input = schema[index.input(node)] else { continue }
        hide(node, input.node, name(node))
      case .enumValue:
        guard let value = index.enumValue(node).map({ schema[$0] }) else { continue }
        hide(node, value.node, schema.names.string(value.name))
      case .namedType: hideType(index.type(node), at: node)
      default: continue
      }
    }
  }

  private func hideType(_ type: TypeID?, at node: NodeID) {
    guard let definition = schema[type], !definition.isBuiltIn else { return }
    hide(node, definition.node, schema.name(type))
  }

  private func hide(_ node: NodeID, _ definition: NodeID, _ name: String) {
    guard let reason = schema.federation.reasonNotToUse(definition, name) else { return }
    report(.inaccessible, "\(reason) The server rejects the document: remove this.", node)
  }
}

extension DiagnosticCode {
  package static let inaccessible = DiagnosticCode(
    "inaccessible",
    title: "A definition that federation hides from clients",
    explanation: """
      The schema is a subgraph's, or a supergraph's with information for its gateway. Elements that are `@inaccessible`,
      and names that begin with `join__`, `link__` or `core__`, are not part of the gateway's API, so documents that use
      them are rejected.
      """,
    example:
      "type Album @key(fields: \"id\") { id: ID! cost: Int @inaccessible }\n\nquery { album { cost } }",
    fix:
      "Remove it, or compile against the API schema from `rover graph fetch` or an introspection of the gateway."
  )
}
