import ApusSource
import Foundation
import TestSupport
import Testing

@testable import ApusDriver

/// Names in `apus.json` that name nothing.
@Suite(.timeLimit(.minutes(15))) struct ConfigurationNamesTests {
  private func run(_ configuration: String, isShared: Bool = false) throws -> [String] {
    let folder = try TemporaryFolder([
      "s.graphqls": """
      type Query { album: Album } type Album { id: ID year: Year kind: Kind }
      scalar Year @specifiedBy(url: "x") enum Kind { LP }
      """, "a.graphql": "query A { album { id year kind } }", "apus.json": configuration,
    ])
    let read = ConfigurationFile.read(folder["apus.json"])
    var inputs = Inputs(
      schemas: [folder["s.graphqls"]], documents: [Document(path: folder["a.graphql"])],
      configuration: read.configuration)
    inputs.isConfigurationShared = isShared
    return (read.diagnostics + Pipeline.lower(inputs).diagnostics)
      .filter { $0.code != .unmappedScalar }.map { diagnostic in
        let place = diagnostic.ranges.first.map { "\($0.position.line):\($0.position.column)" } ?? "nowhere"
        return "\(place) \(diagnostic.severity) \(diagnostic.message)"
      }
  }

  @Test func `are warned of`() throws {
    let text = """
      { "scalars": { "Yaer": "Int", "Kind": "String" },
        "conformances": { "AQuery.Data.Albun": ["Sendable"], "*": ["Sendable"] },
        "warnings": { "unknown-fragment": "ignore" } }
      """
    let found = try run(text)
    #expect(
      found == [
        "3:17 warning \"unknown-fragment\" is always an error, which a configuration cannot silence.",
        "1:31 warning \"Kind\" is not a scalar of the schema; the compiler generates its Swift type.",
        "1:16 warning The schema has no scalar \"Yaer\". Did you mean \"Year\"?",
        "2:21 warning No response type is called \"AQuery.Data.Albun\" in Swift. "
          + "Did you mean \"AQuery.Data.Album\" or \"AQuery.Data\"?",
      ], "\(found)")
    #expect(try run(text, isShared: true).count == 1)
    #expect(
      try run(#"{ "scalars": { "Year": "Int" }, "conformances": { "AQuery.Data.Album": ["Sendable"] } }"#)
        .isEmpty)
  }

  @Test func `names for types that the schema does not have are warned of`() throws {
    #expect(
      try run(#"{ "typeNames": { "Kindd": "Sort", "Album": "Record" } }"#) == [
        "1:35 warning The schema has no enum or input object \"Album\".",
        "1:18 warning The schema has no enum or input object \"Kindd\". Did you mean \"Kind\"?",
      ])
    #expect(try run(#"{ "typeNames": { "Kind": "Sort" } }"#).isEmpty)
  }

  @Test func `coordinates are warned of`() throws {
    let text = """
      { "fields": {
        "Album.di": "AlbumID",
        "Query.album(id:)": "AlbumID",
        "Album.kind": "Kind",
        "Album": "AlbumID",
        "Album id": "AlbumID",
        "Album.id": "String" } }
      """
    let found = try run(text)
    #expect(
      found == [
        "5:3 warning \"Album\" is not a field, argument or input field. Set the Swift type of a scalar under \"scalars\".",
        "6:3 warning \"Album id\" is not a schema coordinate. Write Type.field, Type.field(argument:) or Input.field.",
        "2:3 warning The schema has no \"Album.di\". Did you mean \"Album.id\" or \"Album.year\"?",
        "4:3 warning \"Album.kind\" is not a scalar, so its Swift type is generated. Remove the entry.",
        "3:3 warning The schema has no \"Query.album(id:)\".",
      ], "\(found)")
    #expect(try run(text, isShared: true).isEmpty)
  }

  @Test func `cache keys have a place`() throws {
    #expect(
      try run("{ \"cache\":\n { \"keys\": { \"Albun\": [\"id\"], \"Album\": [\"key\"] } } }") == [
        "2:31 error \"cache.keys\" names \"Album.key\", which cannot be a key. Name a field of the type that is a scalar or an enum, not a list, and has no required argument.",
        "2:14 error \"cache.keys\" names \"Albun\", but the schema has no object type, interface or union of that name. Did you mean \"Album\"?",
      ])
  }

  @Test func `rules of the cache have a place`() throws {
    let text = """
      { "cache": {
        "lookups": { "Query.album": ["id"],
          "Query.albun": ["id"] },
        "merge": { "Query.album": "replace" } } }
      """
    #expect(
      try run(text) == [
        "2:16 error \"cache.lookups\" names \"id\", but \"Query.album\" has no such argument.",
        "3:5 error \"cache.lookups\" names \"Query.albun\", but the schema has no such field. Did you mean \"album\"?",
        "4:14 error \"cache.merge\" names \"Query.album\", whose objects have cache keys, so the reference or list is always replaced. Remove the rule.",
      ])
  }

  /// A configuration can silence what is reported as a warning: the code says that it is.
  @Test func `every code of a warning says so`() throws {
    var names: Set<String> = []
    for module in ["Validation", "Shapes", "SwiftModel", "Driver", "Schema"] {
      let folder = Repository.folder.appendingPathComponent("Sources/Compiler/\(module)")
      let files = FileManager.default.enumerator(
        at: folder.resolvingSymlinksInPath(), includingPropertiesForKeys: nil)
      for case let file as URL in files?.allObjects ?? [] where file.pathExtension == "swift" {
        let text = try String(contentsOf: file, encoding: .utf8)
        for match in text.matches(of: /\.warning,\s*\.(\w+)/) { names.insert(String(match.1)) }
      }
    }
    #expect(names.count > 5)
    let words = Set(
      Pipeline.catalog.codes.filter(Pipeline.canBeWarning).map { $0.name.replacing("-", with: "") })
    #expect(names.filter { !words.contains($0.lowercased()) }.isEmpty)
  }
}
