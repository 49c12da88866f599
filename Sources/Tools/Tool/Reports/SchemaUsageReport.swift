import ApusDriver
import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax

/// Lists the schema elements that each operation uses: fields, arguments, input fields and enum values, as coordinates
/// (section 2.14).
package struct SchemaUsageReport {
  /// One operation.
  package struct Operation {
    package let name: String
    package let kind: String
    package let path: String
    /// In schema order: `Album.title`, `Query.album(id:)`, `Genre.ROCK`.
    package let coordinates: [String]
  }

  package var operations: [Operation] = []

  /// Creates the report for documents without errors.
  package init(_ index: DocumentIndex) {
    let tree = index.tree
    for definition in index.allDefinitions {
      let operation = index.node(definition)
      guard tree.kind(operation) == .operation else { continue }
      let use = SchemaUsage(index.schema)
      for node in index.reached(from: [definition]).map(index.node) {
        use.add(index, from: node, to: Int(tree.nodes[node].next))
      }
      operations.append(
        Operation(
          name: tree.name(operation), kind: tree.operationKind(operation).keyword,
          path: tree.source(of: operation).path,
          coordinates: SchemaUsageReport.coordinates(use, index.schema)))
    }
  }

  private static func coordinates(_ use: SchemaUsage, _ schema: Schema) -> [String] {
    var found: [String] = []
    func member(_ type: TypeID, _ name: NameID) -> String {
      "\(schema.name(type)).\(schema.names.string(name))"
    }
    for type in schema.allTypes {
      for field in schema.fields(of: type) where use.fields[field.index] {
        let coordinate = member(type, schema[field].name)
        found.append(coordinate)
        for argument in schema.arguments(of: field) where use.inputValues[argument.index] {
          found.append("\(coordinate)(\(schema.names.string(schema[argument].name)):)")
        }
      }
      for field in schema.inputFields(of: type) where use.inputValues[field.index] {
        found.append(member(type, schema[field].name))
      }
      for value in schema.enumValues(of: type) where use.enumValues[value.index] {
        found.append(member(type, schema[value].name))
      }
    }
    return found
  }

  // MARK: - Text

  /// The report for people: each operation, followed by its elements.
  package var text: String {
    operations.map { operation in
      "\(operation.kind) \(operation.name) (\(operation.path))\n"
        + operation.coordinates.map { "  \($0)\n" }.joined()
    }.joined()
  }

  /// The report for programs: one JSON object per line.
  package var jsonLines: String {
    operations.map { operation in
      let row: JSONOutput = [
        "name": .string(operation.name), "type": .string(operation.kind), "path": .string(operation.path),
        "uses": .strings(operation.coordinates),
      ]
      return row.line + "\n"
    }.joined()
  }
}
