import ApusSource

/// Manifests of registered operations: those of `swift package apus manifest`, and those that other compilers write in the same forms.
package enum RegisteredOperations {
  /// The name under which a build tracks the manifest.
  package static let fileName = "apus.operations.json"

  /// An operation of a manifest.
  package struct Operation {
    /// The name that the manifest has for it; otherwise its identifier.
    package let name: String
    /// The identifier; nil in Hasura's form, which has none.
    package let id: String?
    /// The document, whose positions are those in the manifest.
    package let text: SourceFile
  }

  /// Identifiers by operation text; nil if the manifest has none of the forms with identifiers.
  static func identifiers(in root: JSONValue) -> [String: String]? {
    var identifiers: [String: String] = [:]
    guard let rows = rows(in: root) else { return nil }
    for row in rows {
      guard let id = row.id, let text = row.text?.string else { return nil }
      identifiers[text] = id
    }
    return identifiers
  }

  /// Reads the operations of a manifest. Its form is recognized by its contents.
  ///
  /// - Returns: the operations, or an error if the file is not a manifest or contains no operation.
  package static func read(_ path: String) -> (operations: [Operation], diagnostics: [Diagnostic]) {
    let source: SourceFile
    do throws(FileError) {
      source = try FileSystem.read(path)
    } catch {
      return ([], [.unreadable(error)])
    }
    let root: JSONValue
    do {
      root = try JSONTree.parse(source).root
    } catch {
      return ([], [error.diagnostic(in: source)])
    }
    guard let rows = rows(in: root) else { return ([], [unknownForm(root, "an operation manifest")]) }
    var operations: [Operation] = []
    for row in rows {
      guard let name = row.name ?? row.id, let text = row.text.flatMap(SourceFile.init(contentsOf:)) else {
        let place = row.text?.string == nil ? row.text ?? row.value : row.value
        return ([], [unknownForm(place, "an operation of a manifest")])
      }
      operations.append(Operation(name: name, id: row.id, text: text))
    }
    if operations.isEmpty {
      let message = "The manifest has no operations, so nothing was checked."
      return ([], [Diagnostic(.error, .noDocuments, message, at: [root.range])])
    }
    return (operations, [])
  }

  private static func unknownForm(_ value: JSONValue, _ wanted: String) -> Diagnostic {
    Diagnostic(
      .error, .invalidManifest,
      "This is not \(wanted): neither Apollo's, nor Relay's, nor Hasura's query collections, nor one of 'swift package apus manifest'.",
      at: [value.range])
  }

  private typealias Row = (name: String?, id: String?, text: JSONValue?, value: JSONValue)

  /// The operations in any of the forms; nil if the value has another form.
  private static func rows(in root: JSONValue) -> [Row]? {
    if let operations = root["operations"]?.elements {
      return operations.map { ($0["name"]?.string, $0["id"]?.string, $0["body"], $0) }
    }
    if let collections = root.elements {
      if collections.first?.elements != nil { return collections.map(pair) }
      let queries = collections.map { $0["definition"]?["queries"]?.elements }
      if collections.isEmpty || queries.contains(where: { $0 == nil }) { return nil }
      return queries.flatMap { $0 ?? [] }.map { ($0["name"]?.string, nil, $0["query"], $0) }
    }
    return root.members?.map { member -> Row in
      if member.value.string != nil { return (nil, member.name, member.value, member.value) }
      return (member.name, member.value["id"]?.string, member.value["document"], member.value)
    }
  }

  /// An operation in Relay's other form, an array of arrays of an identifier and a text.
  private static func pair(_ value: JSONValue) -> Row {
    guard let parts = value.elements, parts.count == 2 else { return (nil, nil, nil, value) }
    return (nil, parts[0].string, parts[1], value)
  }
}

extension DiagnosticCode {
  package static let invalidManifest = DiagnosticCode(
    "invalid-manifest",
    title: "A file that is not an operation manifest",
    explanation: """
      `--manifest` reads the registered operations of other clients: Apollo's persisted query manifest, Relay's map of identifiers to texts or its array of
      such pairs, Hasura's query collections as JSON, and what `swift package apus manifest` writes. The form is recognized by the contents, and this file
      has none of them.
      """,
    example: "swift package apus diff new.graphqls --manifest package.json",
    fix: "Pass the file that the client's compiler writes.")
}
