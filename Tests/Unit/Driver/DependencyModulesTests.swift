import ApusSwiftModel
import TestSupport
import Testing

@testable import ApusDriver

/// What a run emits that stands above other modules.
@Suite(.timeLimit(.minutes(15))) struct DependencyModulesTests {
  private let files = [
    "s.graphqls":
      "type Query { title: String genre: Genre mood: Mood } enum Genre { ROCK } enum Mood { CALM }",
    "low.graphql": "fragment Low on Query { genre }", "mid.graphql": "fragment Mid on Query { ...Low mood }",
    "a.graphql": "query A { ...Mid } query B { ...Low title } query C { genre mood }",
  ]

  @Test func `names the namespace of the module that declares`() throws {
    let (text, schema) = try emit([
      dependency("LowAPI", namespace: "Low"), dependency("MidAPI", on: ["LowAPI"]),
    ])
    #expect(text.contains("typealias Data = MidData"))
    #expect(text.contains("struct Data: GraphQLObject, Low.LowFragment"))
    #expect(text.contains("let genre: Low.Genre?"))
    #expect(text.contains("let mood: Mood?"))
    #expect(!schema.contains("GraphQLEnum"))
  }

  @Test func `extends a namespace that is declared below`() throws {
    let (text, schema) = try emit(
      [dependency("LowAPI", namespace: "API"), dependency("MidAPI", on: ["LowAPI"])], namespace: "API"
    )
    #expect(text.contains("extension API {"))
    #expect(text.contains("let genre: API.Genre?"))
    #expect(text.contains("typealias Data = MidData"))
    #expect(!schema.contains("enum API {}"))
  }

  @Test func `keeps its own namespace to itself`() throws {
    let (text, schema) = try emit(
      [dependency("LowAPI"), dependency("MidAPI", on: ["LowAPI"])], namespace: "App")
    #expect(text.contains("extension App {"))
    #expect(text.contains("let genre: Genre?"))
    #expect(schema.contains("enum App {}"))
  }

  @Test func `names the types of a fragment's cases`() throws {
    let documents = [
      "s.graphqls": """
      interface Node { id: ID } type Query { node: Node }
      type Album implements Node { id: ID title: String } type Artist implements Node { id: ID name: String }
      """,
      "low.graphql": "fragment Low on Node { id ... on Album { title } }",
      "mid.graphql": "fragment Mid on Node { id }",
      "a.graphql": "query A { node { ...Low ... on Artist { name } } }",
    ]
    let (below, _) = try emit(
      [dependency("LowAPI", namespace: "Low"), dependency("MidAPI")], replacing: documents)
    #expect(below.contains(" Low.LowFragmentCase<"))
    #expect(below.contains("Low.LowFragmentFamily<"))
    let (above, _) = try emit(
      [dependency("LowAPI"), dependency("MidAPI")], namespace: "App", replacing: documents)
    #expect(above.contains(" LowFragmentCase<"))
    #expect(above.contains("LowFragmentFamily<"))
    #expect(!above.contains("App.LowFragment"))
  }

  @Test func `names fragments as their own modules do`() throws {
    let documents = [
      "low.graphql": "fragment card on Query { genre }", "mid.graphql": "fragment Card on Query { mood }",
      "a.graphql": "query A { title ...Card }",
    ]
    // With the other one below it, the fragment of the second one has to give way, and the module above knows.
    let (stacked, _) = try emit(
      [dependency("LowAPI"), dependency("MidAPI", on: ["LowAPI"])], replacing: documents)
    #expect(!stacked.contains("struct Data: GraphQLObject, CardFragment {"), "\(stacked)")
  }

  @Test func `names the module that first reaches a type, by fields or variables`() throws {
    let documents = [
      "s.graphqls":
        "type Query { title(in: In): String mood: Mood } enum Mood { CALM } input In { order: Order } enum Order { UP }",
      "low.graphql": "query Low($in: In) { title(in: $in) }", "mid.graphql": "fragment Mid on Query { mood }",
      "a.graphql": "query A($in: In, $order: In) { first: title(in: $in) title(in: $order) mood }",
    ]
    let (text, schema) = try emit(
      [dependency("LowAPI", namespace: "Low"), dependency("MidAPI", namespace: "Mid", on: ["LowAPI"])],
      replacing: documents)
    #expect(text.contains("GraphQLNullable<Low.In>") && text.contains("let mood: Mid.Mood?"), "\(text)")
    #expect(!schema.contains("Order") && !schema.contains("Mood"), "\(schema)")
  }

  @Test func `leaves all types to a module that emits the whole schema`() throws {
    let documents = ["a.graphql": "query C { genre mood }"]
    let low = dependency("LowAPI", namespace: "Low", emitsWholeSchema: true)
    let (text, schema) = try emit([low], replacing: documents)
    #expect(text.contains("let mood: Low.Mood?"))
    #expect(!schema.contains("GraphQLEnum"))
  }

  @Test func `emits the whole schema when asked`() throws {
    var inputs = Inputs(schemas: [], documents: [])
    inputs.configuration.generation.emitsWholeSchema = true
    let folder = try TemporaryFolder(files)
    inputs.schemas = [folder["s.graphqls"]]
    #expect(!Pipeline.generate(inputs, into: OutputFolder(folder["out"])).hasErrors)
    let schema = try folder.text(of: "out/Schema.graphql.swift")
    #expect(schema.contains("enum Genre: GraphQLEnum") && schema.contains("enum Mood: GraphQLEnum"))
    #expect(!schema.contains("__TypeKind"))
  }

  @Test func `imports publicly what a file needs`() throws {
    let folder = try TemporaryFolder(files)
    try folder.write("query D { title }", to: "d.graphql")
    var inputs = Inputs(
      schemas: [folder["s.graphqls"]],
      documents: [
        Document(path: folder["a.graphql"], output: "a.swift"),
        Document(path: folder["d.graphql"], output: "d.swift"),
        Document(path: folder["low.graphql"], module: "LowAPI"),
        Document(path: folder["mid.graphql"], module: "MidAPI"),
      ], dependencies: [dependency("LowAPI"), dependency("MidAPI")])
    inputs.configuration.generation.accessLevel = .public
    #expect(!Pipeline.generate(inputs, into: OutputFolder(folder["out"])).hasErrors)
    let text = try folder.text(of: "out/a.swift")
    #expect(text.contains("public import LowAPI\npublic import MidAPI\n"))
    #expect(try !folder.text(of: "out/d.swift").contains("API"))
  }

  @Test(arguments: [nil, "Music"])
  func `each file imports the modules of its enums and identifiers publicly`(_ namespace: String?) throws {
    let folder = try TemporaryFolder([
      "s.graphqls":
        "type Query { album(id: ID!): Album genre: Genre } type Album { id: ID! title: String } enum Genre { ROCK }",
      "low.graphql": "query Low($id: ID!) { album(id: $id) { id } genre }",
      "a.graphql": "query A { genre }", "b.graphql": "query B { genre }",
      "c.graphql": "query C($id: ID!) { album(id: $id) { title } }",
    ])
    var configuration = Configuration()
    configuration.generation.namespace = namespace
    configuration.generation.accessLevel = .public
    configuration.generation.hasIdentifiers = true
    let low = Dependency("LowAPI", configuration: configuration)
    var inputs = Inputs(
      schemas: [folder["s.graphqls"]],
      documents: ["a", "b", "c"].map { Document(path: folder["\($0).graphql"], output: "\($0).swift") }
        + [Document(path: folder["low.graphql"], module: "LowAPI")], dependencies: [low])
    inputs.configuration.generation.accessLevel = .public
    inputs.configuration.generation.hasIdentifiers = true
    #expect(!Pipeline.generate(inputs, into: OutputFolder(folder["out"])).hasErrors)
    for name in ["a", "b", "c"] {
      #expect(try folder.text(of: "out/\(name).swift").contains("public import LowAPI"), "\(name)")
    }
    #expect(try folder.text(of: "out/c.swift").contains("AlbumID"))
  }

  @Test func `imports nothing publicly for a word that is the name of a type below`() throws {
    let (text, schema) = try emit(
      [dependency("LowAPI"), dependency("MidAPI")], access: .public,
      replacing: [
        "s.graphqls":
          "type Query { title: String genre: Genre mood: Mood } enum Genre { LowFragment } enum Mood { CALM }",
        "low.graphql": "fragment Low on Query { title }", "mid.graphql": "fragment Mid on Query { title }",
        "a.graphql": "query A { genre ...Low }",
      ])
    #expect(text.contains("public import LowAPI"))
    #expect(schema.contains("\"LowFragment\"") && !schema.contains("import LowAPI"))
  }

  /// The type of `page` is the same in `X` and in the query. Below it conforms to the protocol of `W` alone: nobody spreads `V` there.
  @Test func `asks no type below to conform to a protocol that its module did not declare`() throws {
    let (text, _) = try emit(
      [dependency("LowAPI"), dependency("MidAPI")],
      replacing: [
        "s.graphqls": """
        interface Node { id: ID! } type User implements Node { id: ID! name: String }
        type Page implements Node { id: ID! title: String } type Query { page: Page }
        """,
        "low.graphql": """
        fragment W on Node { id ... on User { name } }
        fragment X on Query { page { ...W title } }
        fragment V on Query { page { ...W } }
        """,
        "mid.graphql": "fragment Mid on Query { __typename }", "a.graphql": "query A { ...X ...V }",
      ])
    #expect(text.contains("struct Data: GraphQLObject, XFragment {"))
    #expect(text.contains("let v: VData\n"))
  }

  /// Within a type that conforms to `LowFragment`, `HomeQuery` is the type of the field.
  @Test func `an operation leaves its name to a type in a protocol below`() throws {
    let (text, _) = try emit(
      [dependency("LowAPI"), dependency("MidAPI")],
      replacing: [
        "s.graphqls": "type Query { homeQuery: Query title: String a: Query b: Query }",
        "low.graphql": "fragment Low on Query { homeQuery { title } }",
        "mid.graphql": "fragment Mid on Query { title }",
        "a.graphql": """
        query Home { ...S ...T b { ...Low ...S ...T } }
        fragment S on Query { a { b { title } } } fragment T on Query { a { title } }
        """,
      ])
    #expect(text.contains("struct HomeQuery2: GraphQLQuery"))
  }

  private func emit(
    _ modules: [Dependency], namespace: String? = nil, access: GenerationOptions.AccessLevel = .internal,
    replacing own: [String: String] = [:]
  ) throws -> (text: String, schema: String) {
    let folder = try TemporaryFolder(files.merging(own) { $1 })
    var inputs = Inputs(
      schemas: [folder["s.graphqls"]],
      documents: [
        Document(path: folder["a.graphql"], output: "a.swift"),
        Document(path: folder["low.graphql"], module: "LowAPI"),
        Document(path: folder["mid.graphql"], module: "MidAPI"),
      ], dependencies: modules)
    inputs.configuration.generation.namespace = namespace
    inputs.configuration.generation.accessLevel = access
    let result = Pipeline.generate(inputs, into: OutputFolder(folder["out"]))
    #expect(!result.hasErrors)
    return (try folder.text(of: "out/a.swift"), (try? folder.text(of: "out/Schema.graphql.swift")) ?? "")
  }
}
