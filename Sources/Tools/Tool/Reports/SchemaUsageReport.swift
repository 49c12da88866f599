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
    for number in 1..<index.definitionCount {
      let definition = index.definitions[number]
      guard tree.kind(definition.node) == .operation else { continue }
      let use = SchemaUsage(index.schema)
      for reached in index.reached(from: number) {
        let node = index.definitions[reached].node
        use.add(index, from: node, to: Int(tree.nodes[node].next))
      }
      operations.append(
        Operation(
          name: tree.name(definition.node), kind: tree.operationKind(definition.node).keyword,
          path: tree.source(of: definition.node).path,
          coordinates: SchemaUsageReport.coordinates(use, index.schema)))
    }
  }

  private static func coordinates(_ use: SchemaUsage, _ schema: Schema) -> [String] {
    var found: [String] = []
    func member(_ type: TypeID, _ name: NameID) -> String {
      "\(schema.name(type)).\(schema.names.string(name))"
    }
    for type in 1..<schema.typeCount {
      let definition = schema.types[type]
      let members = Int(definition.firstMember)..<Int(definition.firstMember + definition.memberCount)
      switch definition.kind {
      case .object, .interface:
        for field in members where use.fields[field] {
          let coordinate = member(TypeID(type), schema.fields[field].name)
          found.append(coordinate)
          let first = Int(schema.fields[field].firstArgument)
          for argument in first..<first + Int(schema.fields[field].argumentCount)
          where use.inputValues[argument] {
            found.append("\(coordinate)(\(schema.names.string(schema.inputValues[argument].name)):)")
          }
        }
      case .inputObject:
        for field in members where use.inputValues[field] {
          found.append(member(TypeID(type), schema.inputValues[field].name))
        }
      case .enum:
        for value in members where use.enumValues[value] {
          found.append(member(TypeID(type), schema.enumValues[value].name))
        }
      case .scalar, .union: break
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
