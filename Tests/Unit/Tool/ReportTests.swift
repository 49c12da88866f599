import ApusSource
import ApusSchema
import Foundation
import TestSupport
import Testing

@testable import ApusDriver
@testable import ApusTool

/// What is told of operations: as sent, what they use, what breaks them.
@Suite(.timeLimit(.minutes(15))) struct ReportTests {
  private let schema = """
    type Query { album(id: ID!, by: Order): Album  albums(filter: Filter): [Album!]! }
    type Album { title: String!  genre: Genre  year: Int @deprecated }
    enum Genre { ROCK JAZZ }
    enum Order { UP DOWN }
    input Filter { genre: Genre  next: Filter }
    """

  private let documents = [
    "Album.graphql": "query Album($id: ID!) { album(id: $id, by: UP) { ...Parts } }",
    "Albums.graphql": "query Albums($filter: Filter) { albums(filter: $filter) { genre } }",
    "Parts.graphql": "fragment Parts on Album { title }",
  ]

  @Test func `an operation uses what its fragments use`() throws {
    let folder = try TemporaryFolder(documents.merging(["s.graphqls": schema]) { $1 })
    let checked = Pipeline.check(inputs(folder))
    let report = SchemaUsageReport(try #require(checked.index))
    #expect(report.operations.map(\.name) == ["Album", "Albums"])
    #expect(
      report.operations.map(\.coordinates) == [
        ["Query.album", "Query.album(id:)", "Query.album(by:)", "Album.title", "Order.UP"],
        [
          "Query.albums", "Query.albums(filter:)", "Album.genre", "Genre.ROCK", "Genre.JAZZ", "Filter.genre",
          "Filter.next",
        ],
      ])
    #expect(report.text.hasPrefix("query Album (\(folder["Album.graphql"]))\n  Query.album\n"))
    let line = try #require(report.jsonLines.split(separator: "\n").first)
    #expect(
      line.hasSuffix(
        #""uses":["Query.album","Query.album(id:)","Query.album(by:)","Album.title","Order.UP"]}"#))
  }

  @Test func `operations are printed and listed`() throws {
    let folder = try TemporaryFolder(documents.merging(["s.graphqls": schema]) { $1 })
    let lowered = Pipeline.lower(inputs(folder))
    let operations = SentOperation.all(of: try #require(lowered.output?.program))
    let album = try #require(operations.first)
    #expect(album.text == "query Album($id:ID!){album(id:$id by:UP){...Parts}}fragment Parts on Album{title}")
    #expect(album.prettyText.hasPrefix("query Album($id: ID!) {\n  album(id: $id, by: UP) {\n    ...Parts\n"))
    #expect(album.id.count == 64)
    #expect(
      OperationManifest.relay.text([album])
        == "{\n  \"\(album.id)\": \"query Album($id:ID!){album(id:$id by:UP){...Parts}}fragment Parts on Album{title}\"\n}\n"
    )
    for format in OperationManifest.allCases {
      // Every form is JSON.
      let text = format.text(operations)
      #expect(throws: Never.self) { try parse(text) }
    }
  }

  @Test(arguments: [
    ("title: String!", "title: String", ["changed-field-type"]),
    ("title: String!", "name: String!", ["unknown-field"]),
    ("title: String!", "title: ID!", []),
    ("title: String!", "title(in: Int!): String!", ["missing-argument"]),
    ("genre: Genre ", "genre: Genre! ", ["changed-input-type"]),
    ("genre: Genre ", "genre: [Genre] ", ["changed-field-type"]),
    ("ROCK JAZZ", "ROCK JAZZ FOLK", []),
    ("UP DOWN", "DOWN", ["invalid-value"]),
    ("year: Int @deprecated", "", []),
  ])
  func `a change of the schema breaks`(_ old: String, _ new: String, _ codes: [String]) throws {
    let changed = schema.replacingOccurrences(of: old, with: new)
    #expect(changed != schema)
    let folder = try TemporaryFolder(
      documents.merging(["s.graphqls": schema, "new.graphqls": changed]) { $1 })
    let found = SchemaDifference.breaks(inputs(folder), by: [folder["new.graphqls"]])
    #expect(found.map(\.code.name) == codes)
  }

  @Test func `what was wrong before prevents a comparison`() throws {
    let folder = try TemporaryFolder(["s.graphqls": schema, "Album.graphql": "{ nothing }"])
    let found = SchemaDifference.breaks(inputs(folder), by: [folder["s.graphqls"]])
    #expect(found.map(\.code.name) == ["unknown-field"])
  }

  @Test func `a target starts with a valid document`() throws {
    let folder = try TemporaryFolder([
      "s.graphqls": schema
        + "\nscalar Money\nscalar Day @specifiedBy(url: \"x\")\nscalar DateTime\nscalar UUID\nscalar URL\nscalar Upload"
    ])
    let index = try #require(Pipeline.check(inputs(folder, [])).index)
    let starter = Starter(index.schema, path: "../s.graphqls")
    #expect(
      starter.configuration
        == """
        {
          "schema": "../s.graphqls",
          "scalars": {
            "Money": "GraphQLValue",
            "DateTime": {"type": "Date", "codec": "GraphQLDateTimeCodec", "imports": ["Foundation"]},
            "UUID": {"type": "UUID", "codec": "GraphQLUUIDCodec", "imports": ["Foundation"]},
            "URL": {"type": "URL", "codec": "GraphQLURLCodec", "imports": ["Foundation"]},
            "Upload": {"type": "GraphQLUpload", "imports": ["ApusClient"]}
          }
        }

        """)
    try folder.write(starter.configuration, to: "apus.json")
    #expect(ConfigurationFile.read(folder["apus.json"]).diagnostics.isEmpty)
    #expect(starter.document == "query First {\n  albums {\n    title\n    genre\n  }\n}\n")
    try folder.write(starter.document ?? "", to: "First.graphql")
    #expect(Pipeline.check(inputs(folder, ["First.graphql"])).diagnostics.isEmpty)
  }

  private func inputs(_ folder: TemporaryFolder, _ names: [String]? = nil) -> Inputs {
    let names = names ?? documents.keys.sorted().filter { FileSystem.kind(of: folder[$0]) != nil }
    return Inputs(
      schemas: [folder["s.graphqls"]],
      documents: names.map { Document(path: folder[$0], output: $0 + ".swift") })
  }

  private func parse(_ text: String) throws -> JSONTree {
    try JSONTree.parse(SourceFile(path: "x.json", text: text))
  }
}
