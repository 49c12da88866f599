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
    let scalars = (1..<schema.typeCount).filter { type in
      let definition = schema.types[type]
      return definition.kind == .scalar && !definition.isBuiltIn
        && schema.specificationURL(of: TypeID(type)) == nil
    }
    var members: [(name: String, value: JSONOutput)] = []
    if let path { members.append(("schema", .string(path))) }
    let rows = scalars.map { scalar in
      let name = schema.name(TypeID(scalar))
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
    let root = schema.types[Int(schema.queryType)]
    for field in root.firstMember..<root.firstMember + root.memberCount {
      guard !needsArguments(field, schema) else { continue }
      let definition = schema.fields[Int(field)]
      let name = schema.names.string(definition.name)
      if schema.types[Int(definition.type.named)].isLeaf { return "query First {\n  \(name)\n}\n" }
      let leaves = leafFields(of: definition.type.named, schema)
      let lines = (leaves.isEmpty ? ["__typename"] : leaves).map { "    \($0)\n" }
      return "query First {\n  \(name) {\n\(lines.joined())  }\n}\n"
    }
    return nil
  }

  private static func leafFields(of type: TypeID, _ schema: Schema) -> [String] {
    let definition = schema.types[Int(type)]
    guard definition.kind != .union else { return [] }
    return (definition.firstMember..<definition.firstMember + definition.memberCount).filter { field in
      let field = schema.fields[Int(field)]
      return schema.types[Int(field.type.named)].isLeaf && !field.isDeprecated
    }.filter { !needsArguments($0, schema) }.map { schema.names.string(schema.fields[Int($0)].name) }
  }

  private static func needsArguments(_ field: FieldID, _ schema: Schema) -> Bool {
    let definition = schema.fields[Int(field)]
    let first = Int(definition.firstArgument)
    return (first..<first + Int(definition.argumentCount)).contains { schema.inputValues[$0].isRequired }
  }
}
