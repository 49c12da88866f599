import ApusSchema
import ApusSyntax

/// Relay's `@argumentDefinitions` takes enum values as strings, too: `states: { type: "[State!]", defaultValue: ["OPEN"] }`.
///
/// https://relay.dev/docs/api-reference/graphql-and-directives/#argumentdefinitions
package enum RelayDefaults {
  /// Makes the strings enum values before any other stage sees the documents. Other strings stay strings.
  package static func read(in tree: SyntaxTree, _ schema: Schema) {
    for definition in tree.definitions where tree.kind(definition) == .fragmentDefinition {
      for variable in tree.children(definition, .variableDefinition) {
        // GraphQL's own form, `$states: [State!]`, does not accept strings.
        if tree.text(of: variable).hasPrefix("$") { continue }
        guard let value = tree.value(variable), let type = tree.type(variable),
          let enumeration = schema.typeReference(type, in: tree).named, schema[enumeration].kind == .enum
        else { continue }
        for node in value..<Int(tree.nodes[value].next) where tree.kind(node) == .stringValue {
          let name = tree.names.find(String(tree.text(of: node).dropFirst().dropLast()))
          if name == 0 || schema.enumValue(name, of: enumeration) == nil { continue }
          tree.nodes[node].kind = .enumValue
          tree.nodes[node].name = name
          tree.nodes[node].start += 1
          tree.nodes[node].end -= 1
        }
      }
    }
  }
}
