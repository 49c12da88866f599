import ApusDriver
import ApusShapes
import ApusSource

/// The operations that a shipped version sends, and the part of the schema by which it reads the responses.
///
/// The text of a release is a file that people review, so it is the same for the same documents and schema, is sorted, and has one line for each
/// operation and each line of the schema.
package struct Release {
  /// An operation in the form that is sent.
  package struct Operation {
    package let name: String
    package let kind: String
    package let id: String
    /// The text, whose places are those in the release's file if it was read from one.
    package let text: SourceFile
    /// The demands of generated code on fields for which they are not those of the schema's type, by ``DocumentIndex/place(ofField:_:)``.
    package var nulls: [String: NullDemands] = [:]
  }

  /// The operations of targets with the same schema.
  package struct Part {
    /// The path of the schema's first file, from the root of the package.
    package let schemaPath: String
    /// The part of the schema that the operations reach, as SDL.
    package let schema: String
    /// The custom scalars that generated code reads as a Swift type. It reads all others as any JSON value.
    package let boundScalars: [String]
    package let operations: [Operation]
  }

  /// The parts, by path. A package has several if its targets have different schemas.
  package let parts: [Part]

  /// The value of the member `format`, by which the file is recognized.
  static let format = "apus-release"

  /// The contents of the file.
  package var text: String {
    let parts = parts.map { part -> JSONOutput in
      let rows = part.operations.map { operation -> JSONOutput in
        var members: [(name: String, value: JSONOutput)] = [
          ("name", .string(operation.name)), ("type", .string(operation.kind)), ("id", .string(operation.id)),
          ("body", .string(operation.text.text(0, operation.text.count))),
        ]
        if !operation.nulls.isEmpty {
          let nulls = operation.nulls.map { "\($0): \($1.text("_"))" }
          members.append(("nulls", .strings(nulls.sorted())))
        }
        return .object(members)
      }
      return [
        "schema": .string(part.schemaPath), "operations": .array(rows),
        "boundScalars": .strings(part.boundScalars),
        "reached": .strings(part.schema.split(separator: "\n").map(String.init)),
      ]
    }
    let file: JSONOutput = [
      "format": .string(Release.format), "version": .number(1), "parts": .array(parts),
    ]
    return file.text(lineDepth: 4) + "\n"
  }

  // MARK: - Reading

  private static func nulls(in rows: JSONValue) -> [String: NullDemands]? {
    var nulls: [String: NullDemands] = [:]
    guard let rows = rows.elements else { return nil }
    for row in rows {
      let words = (row.string ?? "").split(separator: ": ").map(String.init)
      guard words.count == 2, let demands = NullDemands(text: words[1]) else { return nil }
      nulls[words[0]] = demands
    }
    return nulls
  }

  /// Reads the contents of a file.
  ///
  /// - Returns: nil if the file is not that of a release; `diagnostics` then has the reason.
  package static func read(_ source: SourceFile) -> (release: Release?, diagnostics: [Diagnostic]) {
    let root: JSONValue
    do {
      root = try JSONTree.parse(source).root
    } catch {
      return (nil, [error.diagnostic(in: source)])
    }
    func invalid(_ message: String, _ value: JSONValue) -> (Release?, [Diagnostic]) {
      let advice = "Restore the file from version control."
      return (nil, [Diagnostic(.error, .invalidRelease, "\(message) \(advice)", at: [value.range])])
    }
    guard root["format"]?.string == format else {
      return invalid("This is not a file of 'swift package apus release add'.", root)
    }
    guard root["version"]?.integer == 1 else {
      let message = "A later version of Apus wrote this release. Update Apus."
      return (nil, [Diagnostic(.error, .invalidRelease, message, at: [root.range])])
    }
    guard let rows = root["parts"]?.elements, !rows.isEmpty else {
      return invalid("The release has no operations.", root["parts"] ?? root)
    }
    var parts: [Part] = []
    for row in rows {
      guard let path = row["schema"]?.string, let schema = row["reached"]?.elements,
        let scalars = row["boundScalars"]?.elements,
        (schema + scalars).allSatisfy({ $0.string != nil })
      else { return invalid("A part needs \"schema\", \"reached\" and \"boundScalars\".", row) }
      guard let list = row["operations"]?.elements, !list.isEmpty else {
        return invalid("A part of the release has no operations.", row)
      }
      var operations: [Operation] = []
      for row in list {
        guard let name = row["name"]?.string, let kind = row["type"]?.string, let id = row["id"]?.string,
          let text = row["body"].flatMap(SourceFile.init(contentsOf:))
        else { return invalid("An operation needs \"name\", \"type\", \"id\" and \"body\".", row) }
        var operation = Operation(name: name, kind: kind, id: id, text: text)
        if let rows = row["nulls"] {
          guard let nulls = nulls(in: rows) else {
            return invalid("\"nulls\" needs places and types, such as \"A.album.title: _*\".", rows)
          }
          operation.nulls = nulls
        }
        operations.append(operation)
      }
      parts.append(
        Part(
          schemaPath: path, schema: schema.compactMap(\.string).joined(separator: "\n"),
          boundScalars: scalars.compactMap(\.string), operations: operations))
    }
    return (Release(parts: parts), [])
  }
}
