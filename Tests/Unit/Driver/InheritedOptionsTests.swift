import ApusSource
import TestSupport
import Testing

@testable import ApusDriver

/// What the configurations of modules below mean for those above.
@Suite(.timeLimit(.minutes(15))) struct InheritedOptionsTests {
  private let schema = """
    type Query { price: Money! total_due: Money tags: [Tag!]! } type Tag { name: String } scalar Money
    """
  private let low = "fragment Low on Query { price }"

  @Test func `scalars come from below with their imports`() throws {
    let run = try Run(
      schema, low: low, app: "query A { ...Low total_due }",
      lowConfiguration: #"{ "accessLevel": "public", "scalars": { "Money": "Amount" } }"#)
    #expect(run.messages.isEmpty)
    #expect(run.text.contains("let price: Amount"))
    #expect(run.text.contains("import LowAPI\n"))
    let open = try Run(
      schema, low: low, app: "query A { total_due }",
      lowConfiguration: #"{ "accessLevel": "public", "scalars": { "Money": "Amount" } }"#,
      appConfiguration: #"{ "accessLevel": "public" }"#)
    #expect(open.text.contains("public import LowAPI\n"))
  }

  @Test func `acronyms and names of types come from below`() throws {
    let run = try Run(
      "type Query { userId: ID error: Error } enum Error { GONE }",
      low: "fragment Low on Query { userId error }",
      app: "query A { ...Low again: error }",
      lowConfiguration:
        #"{ "accessLevel": "public", "acronyms": ["ID"], "typeNames": { "Error": "ServiceError" } }"#)
    #expect(run.messages.isEmpty)
    #expect(run.text.contains("let userID: String?"))
    #expect(run.text.contains("let again: ServiceError?"))
  }

  @Test func `a codec alone is imported plainly`() throws {
    let run = try Run(
      schema, low: low, app: "query A { total_due }",
      lowConfiguration: """
        { "accessLevel": "public", "scalars":
          { "Money": { "type": "Decimal", "codec": "AmountCodec", "imports": ["Foundation"] } } }
        """, appConfiguration: #"{ "accessLevel": "public" }"#)
    let foundation =
      "#if os(Linux)\n  public import FoundationEssentials\n#else\n  public import Foundation\n#endif"
    #expect(run.text.contains("public import Apus\n\(foundation)\nimport LowAPI\n"))
  }

  @Test func `properties of keys come from below`() throws {
    let run = try Run(
      albums, low: "fragment Low on Album { size }", app: "query A { album(id: 1) { price } }",
      lowConfiguration: #"{ "accessLevel": "public", "cache": { "properties": true } }"#)
    #expect(run.text.contains("let id: String"))
  }

  private let albums = """
    type Query { album(id: ID!): Album node(id: ID!): Node search(in: In): Album }
    interface Node { id: ID! } type Album implements Node { id: ID! size: Int price: String artist: Artist }
    type Artist implements Node { id: ID! } input In { number: ID label: ID }
    """
  private let fields = """
    { "accessLevel": "public", "fields": {
      "Album.id": "CatalogNumber", "Query.album(id:)": "CatalogNumber", "In.number": "CatalogNumber",
      "Album.size": { "type": "Size", "codec": "SizeCodec", "imports": ["Sizes"] } } }
    """

  @Test func `types of fields come from below`() throws {
    // What no fragment below selects, and arguments and input fields, are as the module below says, too.
    let run = try Run(
      albums, low: "fragment Low on Album { price }",
      app: "query A($id: ID!, $in: In) { album(id: $id) { ...Low id size } search(in: $in) { id } }",
      lowConfiguration: fields)
    #expect(run.messages.isEmpty)
    #expect(run.text.contains("var id: CatalogNumber\n"), "\(run.text)")
    #expect(run.text.contains("let id: CatalogNumber\n"))
    #expect(run.text.contains("let size: Size?"))
    #expect(run.text.contains("as: SizeCodec.self"))
    #expect(run.text.contains("import LowAPI\nimport Sizes\n"), "\(run.text.prefix(300))")
    #expect(run.schemaText.contains("var number: GraphQLNullable<CatalogNumber> = .unset"))
    #expect(run.schemaText.contains("var label: GraphQLNullable<String> = .unset"))
  }

  @Test func `rules of the cache reach upwards`() throws {
    let schema = """
      type Query { album(id: ID!): Album } type Album { id: ID! lines: [Line!]! } type Line { text: String! }
      """
    let rules = """
      { "accessLevel": "public", "cache": {
        "lookups": { "Query.album": ["id"] }, "merge": { "Album.lines": "replace" }, "maxAge": { "Album": 60 } } }
      """
    let run = try Run(
      schema, low: "fragment Low on Album { lines { text } }", app: "query A { album(id: \"1\") { ...Low } }",
      lowConfiguration: rules)
    #expect(run.messages.isEmpty)
    #expect(run.schemaText.contains(";Album@60.lines:Line!;"), "\(run.schemaText)")
    #expect(run.schemaText.contains("Query.album:Album?id"), "\(run.schemaText)")
    // What the module above says itself counts there.
    let own = try Run(
      schema, low: "fragment Low on Album { lines { text } }", app: "query A { album(id: \"1\") { ...Low } }",
      lowConfiguration: rules, appConfiguration: #"{ "cache": { "lookups": { "Query.album": ["di"] } } }"#)
    #expect(
      own.messages.contains { $0.contains("but \"Query.album\" has no such argument") }, "\(own.messages)")
  }

  @Test func `the fragments of modules below have the types of fields`() throws {
    let run = try Run(
      albums, low: "fragment Low on Album { id size }",
      app: "query A($id: ID!) { album(id: $id) { ...Low again: id } }", lowConfiguration: fields)
    #expect(run.messages.isEmpty)
    #expect(run.text.contains("struct Album: GraphQLObject, LowFragment"))
    #expect(run.text.contains("let id: CatalogNumber\n"))
    #expect(run.text.contains("let again: CatalogNumber\n"))
  }

  @Test func `what becomes of errors comes from below`() throws {
    let types = "type Query { album: Album } type Album { title: String! }"
    let app = "query A { album { ...Low title @catch(to: NULL) } }"
    let run = try Run(
      types, low: "fragment Low on Album { title @catch(to: NULL) }", app: app,
      lowConfiguration: #"{ "accessLevel": "public", "onError": "NULL" }"#)
    #expect(run.messages.isEmpty)
    #expect(run.text.contains("let title: String?"))
    #expect(run.text.contains("static var onError: GraphQLErrorBehavior? { .null }"))
    let apart = try Run(
      types, low: "fragment Low on Album { title @catch(to: NULL) }", app: app,
      lowConfiguration: #"{ "accessLevel": "public" }"#, appConfiguration: #"{ "onError": "NULL" }"#)
    #expect(apart.messages.count == 1)
    #expect(
      apart.messages.first?.contains(
        "Errors of \"title\" do not propagate here, but propagate in the module \"LowAPI\"") == true,
      "\(apart.messages)")
    // Where nothing is caught, the types are the same.
    let quiet = try Run(
      types, low: "fragment Low on Album { title }", app: "query A { album { ...Low } }",
      lowConfiguration: #"{ "accessLevel": "public" }"#, appConfiguration: #"{ "onError": "NULL" }"#)
    #expect(quiet.messages.isEmpty)
  }

  @Test func `types of fields cannot differ`() throws {
    let app = "query A { album(id: \"1\") { ...Low price } }"
    let run = try Run(
      albums, low: "fragment Low on Album { id }", app: app, lowConfiguration: fields,
      appConfiguration: """
        { "fields": {
          "Album.id": "Other" } }
        """)
    #expect(run.messages.count == 1)
    #expect(run.messages.first?.hasPrefix("app/apus.json:2:3 ") == true, "\(run.messages)")
    #expect(run.messages.first?.contains("\"CatalogNumber\" in the module \"LowAPI\"") == true)
    // What the module below does not say is the target's own affair.
    let apart = try Run(
      albums, low: "fragment Low on Album { id }", app: app, lowConfiguration: fields,
      appConfiguration: #"{ "fields": { "Album.price": "Price", "Album.id": "CatalogNumber" } }"#)
    #expect(apart.messages.isEmpty)
    #expect(apart.text.contains("let price: Price?"))
    #expect(apart.text.contains("let id: CatalogNumber\n"))
  }

  @Test func `identifiers are declared once`() throws {
    let run = try Run(
      albums, low: "fragment Low on Album { id }",
      app: "query A($id: ID!, $n: ID!) { album(id: $id) { ...Low artist { id } } node(id: $n) { id } }",
      lowConfiguration: #"{ "accessLevel": "public", "identifiers": true }"#)
    #expect(run.messages.isEmpty)
    #expect(run.text.contains("var id: AlbumID\n") && run.text.contains("var n: NodeID\n"))
    #expect(!run.schemaText.contains("typealias AlbumID"))
    #expect(run.schemaText.contains("typealias NodeID = GraphQLIdentifier<NodeIDTag>"))
    #expect(run.schemaText.contains("import LowAPI\n"))
    // The ways from identifiers below are here, where the interface's is.
    #expect(run.schemaText.contains("init(_ id: AlbumID)"))
    #expect(run.schemaText.contains("init(_ id: ArtistID)"))
  }

  @Test func `identifiers and their tags are as public as the module`() throws {
    let run = try Run(
      albums, low: "fragment Low on Album { size }", app: "query A($id: ID!) { album(id: $id) { id } }",
      lowConfiguration: #"{ "accessLevel": "public" }"#,
      appConfiguration: #"{ "accessLevel": "public", "identifiers": true }"#)
    #expect(run.messages.isEmpty)
    #expect(run.schemaText.contains("\npublic typealias AlbumID = GraphQLIdentifier<AlbumIDTag>\n"))
    #expect(run.schemaText.contains("\npublic enum AlbumIDTag {}\n"))
  }

  @Test func `inputs are Decodable only where those below are`() throws {
    let schema = "type Query { a(low: Low!): Int } input Low { b: Int }"
    func run(low: Bool?, app: Bool?) throws -> Run {
      func configuration(_ value: Bool?) -> String {
        #"{ "accessLevel": "public"\#(value.map { ", \"decodableInputs\": \($0)" } ?? "") }"#
      }
      return try Run(
        schema, low: "query L($low: Low!) { a(low: $low) }", app: "query A($low: Low!) { a(low: $low) }",
        lowConfiguration: configuration(low), appConfiguration: configuration(app))
    }
    #expect(try run(low: nil, app: nil).text.contains("struct AQuery: GraphQLQuery {"))
    #expect(try run(low: true, app: nil).text.contains("struct AQuery: GraphQLQuery, GraphQLObject {"))
    #expect(try run(low: true, app: false).text.contains("struct AQuery: GraphQLQuery {"))
    #expect(
      try run(low: nil, app: true).messages == [
        "app/apus.json:1:28 Input objects can be decoded here, but cannot be in the module \"LowAPI\". Remove it here, or set it in that module."
      ])
  }

  @Test func `names are made as below`() throws {
    let run = try Run(
      schema, low: "fragment Low on Query { total_due tags { name } }", app: "query A { ...Low price }",
      lowConfiguration: """
        { "accessLevel": "public", "convertFieldCase": true, "singulars": { "tags": "label" },
          "mutableProperties": true, "scalars": { "Money": "Int" } }
        """)
    #expect(run.messages.isEmpty)
    #expect(run.text.contains("var totalDue: Int?"))
    #expect(run.text.contains("typealias Label = LowData.Label"))
  }

  @Test func `a scalar cannot be said otherwise`() throws {
    let app = """
      { "accessLevel": "public",
        "scalars": { "Money": "Double" } }
      """
    let run = try Run(
      schema, low: low, app: "query A { ...Low }",
      lowConfiguration: #"{ "accessLevel": "public", "scalars": { "Money": "Amount" } }"#,
      appConfiguration: app)
    #expect(
      run.messages == [
        "app/apus.json:2:16 The scalar \"Money\" is \"Double\" here, but \"Amount\" in the module \"LowAPI\", "
          + "whose fragments are spread. Remove it here, or set it in that module."
      ])
    let unbound = try Run(
      schema, low: low, app: "query A { ...Low }", lowConfiguration: #"{ "accessLevel": "public" }"#,
      appConfiguration: app)
    #expect(unbound.messages.first?.contains("\"GraphQLValue\" in the module \"LowAPI\"") == true)
    // What no fragment below selects is the target's own affair.
    let apart = try Run(
      schema, low: "fragment Low on Query { tags { name } }", app: "query A { ...Low price }",
      lowConfiguration: #"{ "accessLevel": "public", "scalars": { "Money": "Amount" } }"#,
      appConfiguration: app)
    #expect(apart.messages.isEmpty)
    #expect(apart.text.contains("let price: Double"))
  }

  @Test func `scalars that only differ in their codecs`() throws {
    func configuration(_ codec: String) -> String {
      "{ \"accessLevel\": \"public\", \"scalars\": { \"Money\": { \"type\": \"Int\", \"codec\": \"\(codec)\" } } }"
    }
    let run = try Run(
      schema, low: low, app: "query A { ...Low }", lowConfiguration: configuration("Cents"),
      appConfiguration: configuration("Mills"))
    #expect(
      run.messages.first?.contains(
        "The scalar \"Money\" is \"Int\" with \"Mills\" here, but \"Int\" with \"Cents\" in the module \"LowAPI\""
      )
        == true,
      "\(run.messages)")
  }

  @Test func `nullability comes from below and cannot differ`() throws {
    let low = "fragment Low on Query { tags { name } }"
    let below = #"{ "accessLevel": "public", "nullability": "result" }"#
    let run = try Run(
      schema, low: low, app: "query A { ...Low tags { label: name } }", lowConfiguration: below)
    #expect(run.messages.isEmpty)
    #expect(run.text.contains("let name: Result<String?, GraphQLFieldError>"))
    #expect(run.text.contains("let label: Result<String?, GraphQLFieldError>"))
    let other = try Run(
      schema, low: low, app: "query A { ...Low }", lowConfiguration: below,
      appConfiguration: #"{ "nullability": "throw" }"#)
    #expect(
      other.messages.first?.contains("are handled as \"throw\" here, but as \"result\" in the module")
        == true)
  }

  @Test func `rules of naming cannot differ`() throws {
    let run = try Run(
      schema, low: "fragment Low on Query { total_due tags { name } }", app: "query A { ...Low }",
      lowConfiguration: #"{ "accessLevel": "public", "scalars": { "Money": "Int" } }"#,
      appConfiguration: #"{ "convertFieldCase": true, "singulars": { "tags": "label" } }"#)
    #expect(
      run.messages.map { $0.prefix { $0 != " " } } == ["app/apus.json:1:3", "app/apus.json:1:44"],
      "\(run.messages)")
    let alike = try Run(
      schema, low: "fragment Low on Query { price }", app: "query A { ...Low }",
      lowConfiguration: #"{ "accessLevel": "public", "scalars": { "Money": "Int" } }"#,
      appConfiguration: #"{ "convertFieldCase": true }"#)
    #expect(alike.messages.isEmpty)
  }

  @Test func `two modules below cannot differ`() throws {
    let folder = try TemporaryFolder([
      "s.graphqls": schema, "a.graphql": "query A { ...Low ...Other }", "low.graphql": low,
      "other.graphql": "fragment Other on Query { price }",
      "low.json": #"{ "accessLevel": "public", "scalars": { "Money": "Amount" } }"#,
      "other.json": #"{ "accessLevel": "public", "scalars": { "Money": "Double" } }"#,
    ])
    let inputs = Inputs(
      schemas: [folder["s.graphqls"]],
      documents: [
        Document(path: folder["a.graphql"], output: "a.swift"),
        Document(path: folder["low.graphql"], module: "LowAPI"),
        Document(path: folder["other.graphql"], module: "OtherAPI"),
      ],
      dependencies: [
        Dependency("LowAPI", configuration: ConfigurationFile.read(folder["low.json"]).configuration),
        Dependency("OtherAPI", configuration: ConfigurationFile.read(folder["other.json"]).configuration),
      ])
    let errors = Pipeline.lower(inputs).diagnostics
    #expect(errors.map(\.code.name) == ["contradictory-configuration"])
    #expect(errors.first?.ranges.first?.file.path == folder["other.json"])
    #expect(errors.first?.notes.first?.range?.file.path == folder["low.json"])
  }

  @Test func `a module below that sets nothing overrides no other one`() throws {
    let folder = try TemporaryFolder([
      "s.graphqls": schema, "a.graphql": "query A { total_due }",
      "low.json": #"{ "accessLevel": "public", "convertFieldCase": true }"#,
      "other.json": #"{ "accessLevel": "public" }"#,
    ])
    let inputs = Inputs(
      schemas: [folder["s.graphqls"]], documents: [Document(path: folder["a.graphql"], output: "a.swift")],
      dependencies: [
        Dependency("LowAPI", configuration: ConfigurationFile.read(folder["low.json"]).configuration),
        Dependency("OtherAPI", configuration: ConfigurationFile.read(folder["other.json"]).configuration),
      ])
    _ = Pipeline.generate(inputs, into: OutputFolder(folder["out"]))
    #expect(try folder.text(of: "out/a.swift").contains("let totalDue: GraphQLValue?"))
  }

  @Test func `a module inherits only from those it depends on`() throws {
    func fragment(_ dependencies: Set<String>) throws -> [String] {
      let folder = try TemporaryFolder([
        "s.graphqls": schema, "a.graphql": "query A { ...Mid }",
        "mid.graphql": "fragment Mid on Query { price }",
        "low.json": #"{ "accessLevel": "public", "scalars": { "Money": "Amount" } }"#,
        "mid.json": #"{ "accessLevel": "public" }"#,
      ])
      let inputs = Inputs(
        schemas: [folder["s.graphqls"]],
        documents: [
          Document(path: folder["a.graphql"], output: "a.swift"),
          Document(path: folder["mid.graphql"], module: "MidAPI"),
        ],
        dependencies: [
          Dependency("LowAPI", configuration: ConfigurationFile.read(folder["low.json"]).configuration),
          Dependency(
            "MidAPI", configuration: ConfigurationFile.read(folder["mid.json"]).configuration,
            dependencies: dependencies),
        ])
      return Pipeline.lower(inputs).diagnostics.map(\.code.name)
    }
    #expect(try fragment(["LowAPI"]) == [])
    #expect(try fragment([]) == ["contradictory-configuration"])
  }

  /// A target with one module below.
  struct Run {
    var messages: [String]
    var text = ""
    var schemaText = ""

    init(
      _ schema: String, low: String, app: String, lowConfiguration: String, appConfiguration: String = "{}"
    ) throws {
      let folder = try TemporaryFolder([
        "s.graphqls": schema, "app/a.graphql": app, "low/low.graphql": low,
        "low/apus.json": lowConfiguration, "app/apus.json": appConfiguration,
      ])
      let configuration = ConfigurationFile.read(folder["app/apus.json"]).configuration
      let inputs = Inputs(
        schemas: [folder["s.graphqls"]],
        documents: [
          Document(path: folder["app/a.graphql"], output: "a.swift"),
          Document(path: folder["low/low.graphql"], module: "LowAPI"),
        ],
        dependencies: [
          Dependency("LowAPI", configuration: ConfigurationFile.read(folder["low/apus.json"]).configuration)
        ],
        configuration: configuration)
      let result = Pipeline.generate(inputs, into: OutputFolder(folder["out"]))
      messages = result.diagnostics.map { diagnostic in
        let place = diagnostic.ranges.first.map { range in
          "\(Path.relative(range.file.path, to: folder[""]) ?? ""):\(range.position.line):\(range.position.column) "
        }
        return (place ?? "") + diagnostic.message
      }
      if !result.hasErrors {
        text = try folder.text(of: "out/a.swift")
        schemaText = (try? folder.text(of: "out/Schema.graphql.swift")) ?? ""
      }
    }
  }
}
