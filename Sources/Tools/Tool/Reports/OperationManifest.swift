import ApusDriver
import ApusSource
import ApusSchema

/// A list of operations for servers that accept only registered ones (persisted operations).
package enum OperationManifest: String, CaseIterable {
  /// Apollo's persisted query manifest.
  case apollo
  /// Relay's persisted queries: documents by identifier.
  case relay
  /// Identifier and text by operation name.
  case plain
  /// Hasura's query collections: names and documents for an allow list.
  case hasura

  /// The name shared by two operations with different documents, if any; they come from two targets.
  package static func sharedName(_ operations: [SentOperation]) -> String? {
    var texts: [String: String] = [:]
    return operations.first { operation in
      texts.updateValue(operation.text, forKey: operation.name).map { $0 != operation.text } ?? false
    }?.name
  }

  /// The manifest as JSON. Operations are sorted by name, and an operation of two targets appears once.
  package func text(_ operations: [SentOperation]) -> String {
    var texts: Set<String> = []
    let sorted = operations.sorted { ByteOrder.precedes($0.name, $1.name) }
      .filter { texts.insert($0.text).inserted }
    switch self {
    case .apollo:
      let rows = sorted.map { operation -> JSONOutput in
        [
          "id": .string(operation.id), "name": .string(operation.name), "type": .string(operation.kind),
          "body": .string(operation.text),
        ]
      }
      let manifest: JSONOutput = [
        "format": "apollo-persisted-query-manifest", "version": .number(1), "operations": .array(rows),
      ]
      return manifest.text(lineDepth: 2) + "\n"
    case .relay:
      let rows = sorted.map { (name: $0.id, value: JSONOutput.string($0.text)) }
      return JSONOutput.object(rows).text(lineDepth: 1) + "\n"
    case .plain:
      let rows = sorted.map { operation -> (name: String, value: JSONOutput) in
        (operation.name, ["id": .string(operation.id), "document": .string(operation.text)])
      }
      return JSONOutput.object(rows).text(lineDepth: 1) + "\n"
    case .hasura:
      // JSON is valid YAML, so this is a complete file for the metadata folder.
      let rows = sorted.map { operation -> JSONOutput in
        ["name": .string(operation.name), "query": .string(operation.text)]
      }
      let collection: JSONOutput = ["name": "apus", "definition": ["queries": .array(rows)]]
      return JSONOutput.array([collection]).text(lineDepth: 4) + "\n"
    }
  }

  /// Whether the format identifies operations by name.
  package var needsUniqueNames: Bool { self == .plain || self == .hasura }
}
