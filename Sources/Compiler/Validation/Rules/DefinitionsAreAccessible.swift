import ApusSource
import ApusSchema
import ApusSyntax

/// Documents do not use elements of a federated schema that are hidden from clients.
///
/// https://www.apollographql.com/docs/graphos/schema-design/federated-schemas/reference/directives#inaccessible
extension ValidationContext {
  func checkAccessibility() {
    guard schema.federation.mayHideDefinitions else { return }
    for node in 0..<tree.count {
      let id = Int(resolved[node])
      if id == 0 { continue }
      switch nodes[node].kind {
      case .field:
        let field = schema.fields[id]
        let parent = schema.name(field.parent)
        if field.node < 0 || schema.types[Int(field.parent)].isBuiltIn { continue }
        hide(node, field.node, "\(parent).\(schema.names.string(field.name))")
        hideType(field.type.named, at: node)
      case .argument, .objectField:
        let input = schema.inputValues[id]
        hide(node, input.node, name(node))
      case .enumValue:
        let value = schema.enumValues[id]
        hide(node, value.node, schema.names.string(value.name))
      case .namedType: hideType(TypeID(id), at: node)
      default: continue
      }
    }
  }

  private func hideType(_ type: TypeID, at node: NodeID) {
    let definition = schema.types[Int(type)]
    if definition.isBuiltIn { return }
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
