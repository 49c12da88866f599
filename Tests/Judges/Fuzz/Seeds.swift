import Foundation
import TestSupport

/// A valid input, with the schema that it is valid for when it is a document.
struct Seed {
  var text: [UInt8]
  var schema: [UInt8] = []

  init(text: [UInt8], schema: [UInt8]) {
    self.text = text
    self.schema = schema
  }

  init(_ text: String) { self.text = Array(text.utf8) }
}

/// Valid inputs, from the repository's samples and golden cases.
enum Seeds {
  static func all(for surface: Surface, _ folder: URL) throws -> [Seed] {
    switch surface {
    case .syntax:
      return try files(named: ".graphql", ".graphqls")
    case .documents:
      return try files(named: ".graphql").filter { !$0.schema.isEmpty }
    case .schema:
      return try files(named: ".graphqls")
    case .configuration:
      return try files(named: "apus.json") + [Seed(editorConfiguration)]
    case .serverBytes, .serverMessages:
      let messages = try ServerMessages.all(
        files(named: ".graphql", in: [".graphql-samples/music"]), folder)
      return messages.map { lines in
        Seed(
          surface == .serverMessages
            ? lines.joined(separator: "\n") : lines.map(ServerMessages.framed).joined())
      }
    case .serverEdits:
      return try files(named: ".graphql", in: [".graphql-samples/forge"])
    case .introspection:
      return [Seed(introspection)]
    case .commandLine:
      return commandLines.map(Seed.init)
    }
  }

  private static func files(
    named ends: String..., in folders: [String] = [".graphql-samples", "Tests/Golden/Cases", "Examples"]
  ) throws -> [Seed] {
    var found: [Seed] = []
    for name in folders {
      let folder = Repository.folder.appendingPathComponent(name)
      // The order of a folder's names is the file system's: sorted, a seed's number gives the same inputs everywhere.
      let paths = (FileManager.default.enumerator(atPath: folder.path)?.allObjects ?? [])
        .compactMap { $0 as? String }.filter { !$0.contains(".build/") }.sorted()
      let schemas = paths.filter { $0.hasSuffix(".graphqls") }
      for path in paths where ends.contains(where: path.hasSuffix) {
        // The schema of a document stands beside it or above it.
        let schema = schemas.last { path.hasPrefix(($0 as NSString).deletingLastPathComponent + "/") }
        found.append(
          Seed(
            text: Array(try Data(contentsOf: folder.appendingPathComponent(path))),
            schema: try schema.map { Array(try Data(contentsOf: folder.appendingPathComponent($0))) } ?? []))
      }
    }
    return found
  }

  private static let editorConfiguration = """
    {"projects": {"default": {"schema": ["schema.graphqls", "more/*.graphqls"], "documents": "Sources/**/*.{graphql,gql}"}}}
    """

  private static let introspection = """
    {"data": {"__schema": {"queryType": {"name": "Query"}, "mutationType": null, "subscriptionType": null,
    "types": [
    {"kind": "OBJECT", "name": "Query", "description": "The root.", "fields": [{"name": "node", "description": null,
    "args": [{"name": "id", "type": {"kind": "NON_NULL", "name": null, "ofType": {"kind": "SCALAR", "name": "ID"}},
    "defaultValue": "\\"a\\""}], "type": {"kind": "INTERFACE", "name": "Node", "ofType": null}, "isDeprecated": true,
    "deprecationReason": "Use \\"it\\"."}], "interfaces": [], "possibleTypes": null},
    {"kind": "INTERFACE", "name": "Node", "fields": [{"name": "id", "args": [], "type": {"kind": "NON_NULL", "ofType":
    {"kind": "SCALAR", "name": "ID"}}}], "interfaces": [], "possibleTypes": [{"kind": "OBJECT", "name": "A"}]},
    {"kind": "OBJECT", "name": "A", "fields": [{"name": "id", "args": [], "type": {"kind": "NON_NULL", "ofType":
    {"kind": "SCALAR", "name": "ID"}}}, {"name": "e", "args": [], "type": {"kind": "LIST", "ofType": {"kind": "ENUM",
    "name": "E"}}}], "interfaces": [{"kind": "INTERFACE", "name": "Node"}]},
    {"kind": "ENUM", "name": "E", "enumValues": [{"name": "X"}, {"name": "Y", "isDeprecated": false}]},
    {"kind": "UNION", "name": "U", "possibleTypes": [{"kind": "OBJECT", "name": "A"}]},
    {"kind": "INPUT_OBJECT", "name": "I", "isOneOf": true, "inputFields": [{"name": "x", "type": {"kind": "SCALAR",
    "name": "Int"}, "defaultValue": null}]},
    {"kind": "SCALAR", "name": "ID"}, {"kind": "SCALAR", "name": "Int"},
    {"kind": "SCALAR", "name": "Date", "specifiedByURL": "https://example.org"}],
    "directives": [{"name": "cached", "isRepeatable": true, "locations": ["FIELD", "QUERY"], "args": []}]}}}
    """

  private static let commandLines = [
    "check\n--schema\nschema.graphqls\na.graphql", "generate\n--schema\nschema.graphqls\n--output\nout\n.",
    "print\n--schema=schema.graphqls\n--minify\na.graphql", "explain\nunknown-field", "--help",
    "check\n--help",
    "manifest\n--schema\nschema.graphqls\n.", "report\n--schema\nschema.graphqls\n.",
    "diff\nschema.graphqls\nschema.graphqls\na.graphql",
    "init\n.", "configuration", "check\n@args\n.", "--version", "print\n--\na.graphql",
  ]
}
