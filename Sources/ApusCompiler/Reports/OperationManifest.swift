import ApusDiagnostics

/// The list of operations that a server is told beforehand, so that it takes no others (persisted operations).
package enum OperationManifest: String, CaseIterable {
  /// Apollo's persisted query manifest.
  case apollo
  /// Relay's persisted queries: texts by id.
  case relay
  /// Id and text by the operation's name.
  case plain

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
}
