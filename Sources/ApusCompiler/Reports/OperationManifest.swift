import ApusDiagnostics
import ApusSchema

/// The list of operations that a server is told beforehand, so that it takes no others (persisted operations).
package enum OperationManifest: String, CaseIterable {
  /// Apollo's persisted query manifest.
  case apollo
  /// Relay's persisted queries: texts by id.
  case relay
  /// Id and text by the operation's name.
  case plain

  /// The name under which a build watches the manifest that identifiers are taken from.
  package static let fileName = "apus.operations.json"

  /// The manifest as JSON; operations are in the order of their names.
  package func text(_ operations: [SentOperation]) -> String {
    let sorted = operations.sorted { Path.precedes($0.name, $1.name) }
    switch self {
    case .apollo:
      let rows = sorted.map { operation in
        "    {\"id\": \(JSONText.quoted(operation.id)), \"name\": \(JSONText.quoted(operation.name)), "
          + "\"type\": \(JSONText.quoted(operation.kind)), \"body\": \(JSONText.quoted(operation.text))}"
      }
      return """
        {
          "format": "apollo-persisted-query-manifest",
          "version": 1,
          "operations": [
        \(rows.joined(separator: ",\n"))
          ]
        }

        """
    case .relay:
      let rows = sorted.map { "  \(JSONText.quoted($0.id)): \(JSONText.quoted($0.text))" }
      return "{\n\(rows.joined(separator: ",\n"))\n}\n"
    case .plain:
      let rows = sorted.map { operation in
        "  \(JSONText.quoted(operation.name)): {\"id\": \(JSONText.quoted(operation.id)), "
          + "\"document\": \(JSONText.quoted(operation.text))}"
      }
      return "{\n\(rows.joined(separator: ",\n"))\n}\n"
    }
  }

  /// The identifiers in a manifest of any form, by the operations' texts; nil when it has none of the forms.
  static func identifiers(in root: JSONValue) -> [String: String]? {
    var identifiers: [String: String] = [:]
    let rows: [(id: String?, text: String?)]
    if let operations = root["operations"]?.elements {
      rows = operations.map { ($0["id"]?.string, $0["body"]?.string) }
    } else if let members = root.members {
      rows = members.map { member in
        member.value.string.map { (member.name, $0) }
          ?? (member.value["id"]?.string, member.value["document"]?.string)
      }
    } else {
      return nil
    }
    for row in rows {
      guard let id = row.id, let text = row.text else { return nil }
      identifiers[text] = id
    }
    return identifiers
  }
}
