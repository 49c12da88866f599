import ApusDriver
import ApusSource
import ApusShapes
import ApusSwiftModel
import ApusSchema
import ApusSyntax

/// The initial files of a target: a configuration and a first document for its schema.
package struct Starter {
  /// The text of `apus.json`.
  package let configuration: String
  /// A query that is valid for the schema; nil if every field requires arguments.
  package let document: String?

  /// - Parameters:
  ///   - schema: a schema without errors.
  ///   - path: the schema's path for the configuration; nil if the plugin finds it automatically.
  package init(_ schema: Schema, path: String?) {
    // Scalars with well-known formats are bound automatically.
    let scalars = schema.allTypes.filter { type in
      schema[type].kind == .scalar && !schema[type].isBuiltIn && schema.specificationURL(of: type) == nil
    }
    var members: [(name: String, value: JSONOutput)] = []
    if let path { members.append(("schema", .string(path))) }
    let rows = scalars.map { scalar in
      let name = schema.name(scalar)
      return (name: name, value: Starter.binding(of: name))
    }
    if !rows.isEmpty { members.append(("scalars", .object(rows))) }
    configuration = JSONOutput.object(members).text(lineDepth: 2) + "\n"
    document = Starter.query(schema)
  }

  /// The binding of a scalar: a built-in type and codec if its name suggests one, otherwise any JSON.
  private static func binding(of scalar: String) -> JSONOutput {
    guard let suggestion = ScalarSuggestion(for: scalar) else { return "GraphQLValue" }
    var members: [(name: String, value: JSONOutput)] = [("type", .string(suggestion.type))]
    if let codec = suggestion.codec { members.append(("codec", .string(codec))) }
    if let module = suggestion.module { members.append(("imports", .strings([module]))) }
    return .object(members)
  }

  /// The first field of the query type without required arguments, with the leaf fields of its type.
  private static func query(_ schema: Schema) -> String? {
    guard let root = schema.queryType else { return nil }
    for field in schema.fields(of: root) where !needsArguments(field, schema) {
      guard let type = schema[field].type.named else { continue }
      let name = schema.names.string(schema[field].name)
      if schema[type].isLeaf { return "query First {\n  \(name)\n}\n" }
      let leaves = leafFields(of: type, schema)
      let lines = (leaves.isEmpty ? ["__typename"] : leaves).map { "    \($0)\n" }
      return "query First {\n  \(name) {\n\(lines.joined())  }\n}\n"
    }
    return nil
  }

  private static func leafFields(of type: TypeID, _ schema: Schema) -> [String] {
    schema.fields(of: type).filter { field in
      schema[schema[field].type.named]?.isLeaf == true && !schema[field].isDeprecated
        && !needsArguments(field, schema)
    }.map { schema.names.string(schema[$0].name) }
  }

  private static func needsArguments(_ field: FieldID, _ schema: Schema) -> Bool {
    schema.arguments(of: field).contains { schema[$0].isRequired }
  }
}
