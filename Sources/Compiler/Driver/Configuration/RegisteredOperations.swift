import ApusSource

/// The manifest that a build takes the identifiers of operations from, for servers that accept only registered ones.
package enum RegisteredOperations {
  /// The name under which a build tracks the manifest.
  package static let fileName = "apus.operations.json"

  /// Identifiers by operation text, from a manifest in any of the formats of `swift package apus manifest`; nil if it has none of
  /// them.
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
