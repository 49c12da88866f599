import ApusDriver
import Foundation
import Testing

@testable import ApusMigration

/// `Projects/check` also compiles what comes of the shapes.
@Suite(.timeLimit(.minutes(5))) struct ShapeTests {
  @Test(arguments: try Shape.names)
  func `becomes one without a warning`(_ name: String) throws {
    let shape = try Shape(name)
    let before = shape.contents
    let project = shape.project()
    #expect(project.migrations.flatMap(\.diagnostics).map(\.message) == [])
    #expect(project.faults.isEmpty)
    #expect(project.migrations.count == shape.configurations.count)
    #expect(!ProjectReport(project).text.contains("hunter2"))
    #expect(!String(decoding: project.patch, as: UTF8.self).contains("hunter2"))
    #expect(shape.contents == before)
    _ = try project.write()
    for target in project.migrations.flatMap(\.targets) where !target.configuration.isEmpty {
      #expect(ConfigurationFile.read(target.configurationPath).diagnostics.isEmpty)
    }
    #expect(shape.project().patch.isEmpty)
  }

  @Test func `leaves a configuration that is there`() throws {
    let shape = try Shape("embedded-in-target")
    try shape.write(Data("{}".utf8), to: "Sources/Kennel/apus.json")
    #expect(try !shape.project().write().contains { $0.contains("apus.json") })
    #expect(try shape.text(of: "Sources/Kennel/apus.json") == "{}")
  }

  @Test func `writes the configuration of a target`() throws {
    let shape = try Shape("scratch-and-scalars")
    let migration = try shape.migration()
    #expect(
      migration.targets[0].configurationText == """
        {
          "schema": "schema.graphqls",
          "namespace": "KennelAPI",
          "scalars": {
            "Date": {"type": "Date", "codec": "GraphQLDateTimeCodec", "imports": ["Foundation"]},
            "URL": {"type": "URL", "codec": "GraphQLURLCodec", "imports": ["Foundation"]},
            "Money": "Int",
            "JSON": "GraphQLValue"
          },
          "cache": {
            "keys": {"Cat": ["id"], "Dog": ["id"]},
            "properties": true
          }
        }

        """)
    let text = shape.report()
    #expect(
      text.hasPrefix(
        "Kennel: no place in sources uses Apollo; it uses 1 local cache mutation; by hand: 1 remark below\n"),
      "\(text)")
    #expect(text.contains("Pods/Other/Other.graphql is in a folder of tools and left out"))
    #expect(text.contains("PetName.graphql:1:24: @import(module: \"KennelAPI\") → deleted"))
    #expect(!migration.targets[0].documents.contains { $0.contains(".build") })
  }

  /// Arguments that are keys, as far as the schema and the keys allow.
  @Test func `takes over policies of fields`() throws {
    let shape = try Shape("scratch-and-scalars")
    let schema = try shape.text(of: "Sources/Kennel/schema.graphqls")
    let policies = """
      extend type Query
        @fieldPolicy(forField: "dog", keyArgs: "id") @fieldPolicy(forField: "pets", keyArgs: "first")
        @fieldPolicy(forField: "pets", paginationArgs: "first")
      """
    try shape.write(Data((schema + "\n" + policies).utf8), to: "Sources/Kennel/schema.graphqls")
    let migration = try shape.migration()
    let text = migration.targets[0].configurationText
    #expect(
      text.contains(
        """
          "cache": {
            "keys": {"Cat": ["id"], "Dog": ["id"]},
            "lookups": {"Query.dog": ["id"]},
            "properties": true
          }
        """), "\(text)")
    let report = shape.report()
    #expect(
      report.contains("by hand: @fieldPolicy of Query.pets: \"cache.lookups\" names \"Query.pets\""),
      "\(report)")
  }

  @Test func `moves documents that are outside`() throws {
    let shape = try Shape("swift-package")
    let target = try shape.migration().targets[0]
    #expect(target.folder == shape.path + "/KennelAPI/Sources")
    let moves = Dictionary(uniqueKeysWithValues: target.moves.map { ($0.from, $0.to) })
    #expect(
      moves[shape.path + "/App/GraphQL/List/Pets.graphql"] == target.folder + "/GraphQL/List/Pets.graphql")
    #expect(moves[shape.path + "/App/schema.graphqls"] == target.folder + "/schema.graphqls")
  }

  @Test func `gives documents to the targets that they are in`() throws {
    let targets = try Shape("relative").migration().targets
    #expect(targets.map(\.name) == ["KennelAPI", "Walks"])
    #expect(targets.map(\.documents.count) == [1, 2])
    #expect(targets[1].dependencies == ["KennelAPI"])
    #expect(try Shape("absolute").migration().targets.map(\.name) == ["KennelAPI", "Kennel"])
  }

  @Test func `chooses the schema that is whole`() throws {
    let shape = try Shape("json-beside-sdl")
    let migration = try shape.migration()
    #expect(
      migration.schemas.map { String($0.dropFirst(shape.path.count)) } == [
        "/Sources/Kennel/cache.graphqls", "/Sources/Kennel/schema.graphqls",
      ])
    #expect(migration.remarks.contains { $0.contains("schema.json is left out") })
  }

  @Test func `excludes what a path with an exclamation mark finds`() throws {
    let migration = try Shape("xcode-project").migration()
    let documents = migration.targets[0].documents
    #expect(documents.count == 3)
    #expect(migration.remarks.contains { $0.contains("Old/Dog.graphql is in the target's folder") })
    #expect(!documents.contains { $0.contains("Old") })
  }

  @Test func `says what becomes of each key`() throws {
    let older = try Shape("older-keys")
    let text = older.report()
    #expect(text.contains(":22:5: unknown key options.colour") || text.contains("unknown key options.colour"))
    #expect(text.contains("schemaName: the older name of \"schemaNamespace\""))
    #expect(text.contains("--graphos"))
    let options = try Shape("with-options").report()
    #expect(options.contains("enum case DogSize.little → Size.small"))
    #expect(options.contains("\"puppies\": \"puppy\""))
    #expect(options.contains("\"convertFieldCase\": true"))
    #expect(options.contains("\"deprecated-use\": \"ignore\"") || options.contains("\"warnings\""))
  }

  @Test func `says what cannot be moved`() throws {
    let shape = try Shape(files: [
      "apollo-codegen-config.json": """
      {"schemaNamespace": "API", "experimentalFeatures": {"clientControlledNullability": true}}
      """,
      "schema.graphqls": "type Query { name: String  names: [String] }",
      "Plain.graphql": "query Plain($a: [Int!]! = 1) { name } # !",
      "Required.graphql": "query Required { name! }",
      "Null.graphql": "query Null { names[?] a: name @x(y: \"?\") }",
      "Broken.graphql": "query Broken($a: Int!) { name(b: \"!?\")",
    ])
    let found =
      "API: cannot move yet: 2 documents with client-controlled nullability; no place in sources uses Apollo; by hand: 4 errors in documents"
    #expect(shape.report().hasPrefix(found))
  }

  @Test func `names a variable for a secret`() throws {
    let text = try Shape("token-in-headers").report()
    #expect(
      text.contains(
        "apus-fetch-schema 'https://kennel.example/graphql' --header \"Authorization: $AUTHORIZATION\" "
          + "--header \"X-Api-Key: $X_API_KEY\""))
    #expect(text.components(separatedBy: "this may be a secret").count == 4)
  }

  @Test func `gives the place of broken JSON`() throws {
    let shape = try Shape(files: ["apollo-codegen-config.json": "{\n  \"schemaNamespace\": \n}"])
    let project = shape.project()
    #expect(project.faults.first?.ranges.first?.position.line == 3)
    #expect(project.migrations.isEmpty)
  }

  /// Apollo's reader takes commas before a bracket, and comments.
  @Test func `takes commas at the end`() throws {
    let shape = try Shape("embedded-in-target")
    let path = try #require(shape.configurations.first)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let before = try shape.migration().targets.map(\.configurationText)
    let lenient = text.replacingOccurrences(
      of: "}\n", with: "},\n // a comment\n", options: .backwards, range: text.range(of: text.dropLast(4)))
    #expect(lenient != text)
    try Data(lenient.utf8).write(to: URL(fileURLWithPath: path))
    #expect(try shape.migration().targets.map(\.configurationText) == before)
  }

  @Test func `says what is not known`() throws {
    let shape = try Shape(files: [
      "apollo-codegen-config.json":
        #"{"schemaNamespace": "API", "input": {"schemaSearchPaths": ["schema.graphqls"]}}"#,
      "A.graphql": "query A { name }", "App/a.swift": "import Apollo\nlet client: ApolloClient",
    ])
    #expect(shape.report().contains("not known: the schema is not in the folder"), "\(shape.report())")
    let old = try Shape(files: [
      "App/API.swift":
        "import Apollo\npublic final class AQuery: GraphQLQuery { let operationDefinition = \"\" }",
      "Scripts/main.swift": "import ApolloCodegenLib\nApolloCodegenConfiguration()",
    ])
    let text = old.report()
    #expect(text.contains("not known: there is no Apollo configuration"), "\(text)")
    #expect(text.contains("App/API.swift was generated for Apollo 0.x"), "\(text)")
    #expect(text.contains("Scripts/main.swift generates code in Swift"), "\(text)")
    #expect(text.contains("App/API.swift:1: import Apollo → import Apus import ApusClient"), "\(text)")
    #expect(!text.contains(": now"))
  }
}
