import ReferencePrinter
import ApusSource
import ApusSyntax
import Testing

@testable import ApusSchema

@Suite(.timeLimit(.minutes(15))) struct SchemaLoaderTests {
  private func load(_ files: [(String, String)]) -> LoadedSchema {
    SchemaLoader.load(files.map { SourceFile(path: $0.0, text: $0.1) }, names: NameTable())
  }

  private func load(_ sdl: String) -> LoadedSchema { load([("schema.graphqls", sdl)]) }

  /// What the diagnostics are about, by name.
  private func concerns(_ loaded: LoadedSchema) -> [String] {
    let schema = loaded.schema
    return loaded.diagnostics.map {
      switch $0.concern {
      case .schema: "schema"
      case .nothing: "nothing"
      case .type(let type): schema.name(type)
      case .field(let field):
        "\(schema.name(schema[field].parent)).\(schema.names.string(schema[field].name))"
      case .directive(let directive): "@" + schema.names.string(schema[directive].name)
      }
    }
  }

  @Test func `extensions in other files`() {
    let loaded = load([
      ("b.graphqls", "extend type Query { rooms: [Room] }"),
      ("a.graphqls", "type Query { version: Int }"),
      ("c.graphqls", "type Room { name: String }"),
    ])
    #expect(loaded.diagnostics.isEmpty)
    #expect(
      SchemaPrinter.print(loaded.schema)
        == "type Query {\n  version: Int\n  rooms: [Room]\n}\n\ntype Room {\n  name: String\n}")
  }

  @Test func `directives that a federated schema imports under other names are known`() {
    let loaded = load(
      """
      extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", as: "fed",
        import: [{ name: "@key", as: "@k" }, "@shareable"])
      type Query { a: A }
      type A @k(fields: "id") { id: ID! @shareable n: Int @fed__external m: Int @other }
      """)
    #expect(loaded.diagnostics.map(\.diagnostic.message) == ["Unknown directive \"@other\"."])
    #expect(loaded.schema.federation.isUsed)
  }

  @Test func `places in two files`() {
    let loaded = load([
      ("a.graphqls", "type Query { version: Int }"), ("b.graphqls", "\ntype Query { version: Int }"),
    ])
    #expect(
      loaded.diagnostics.first?.diagnostic.ranges.map { "\($0.file.path):\($0.position.line)" }
        == ["a.graphqls:1", "b.graphqls:2"])
  }

  @Test func `what diagnostics are about`() {
    let loaded = load(
      """
      directive @lit(lux: Lux) on OBJECT
      type Query { room: Rooom hall(wing: Wing = NORTH): Room }
      type Room { name: String name: String }
      enum Wing { EAST EAST }
      extend type Nothing { a: Int }
      """)
    #expect(
      concerns(loaded)
        == ["@lit", "Query.room", "Room.name", "Wing", "nothing", "Query.hall"])
    #expect(
      loaded.diagnostics.map(\.stage) == [
        .definitions, .definitions, .definitions, .definitions, .definitions, .types,
      ])
  }

  @Test func `what is in no field of its type is about the type`() {
    let loaded = load(
      """
      type Query @no { a(b: Int @no): Int }
      extend interface Query { b: Rooom }
      input Search { wing: Wiing }
      enum Wing { EAST @no }
      directive @lit on FIELD | OBJECT
      union Find @lit = Hall
      """)
    #expect(concerns(loaded) == ["Query", "Query.a", "Query", "Query", "Search", "Wing", "Find", "Find"])
  }

  @Test func `a subgraph extends types that others define`() {
    let loaded = load(
      """
      type Query { album: Album }
      extend type Album @key(fields: "id") { id: ID! }
      extend type Album { title: String }
      """)
    #expect(loaded.diagnostics.isEmpty)
    #expect(
      SchemaPrinter.print(loaded.schema)
        == "type Query {\n  album: Album\n}\n\ntype Album {\n  id: ID!\n  title: String\n}")
    #expect(
      load("type Query { a: Int }\nextend type Album { id: ID! }").diagnostics.map(\.diagnostic.message)
        == ["Cannot extend type \"Album\" because it is not defined."])
  }

  /// Nothing is said about what only follows from an unknown type.
  @Test func `an unknown type is reported once`() {
    let loaded = load(
      """
      interface Sized { size: Int area: Aera }
      type Room implements Sized { size: Sizee area: Int }
      type Query { room: Room }
      """)
    #expect(concerns(loaded) == ["Sized.area", "Room.size"])
  }

  @Test func `a text that is no GraphQL hides what follows from it`() {
    let loaded = load("type Query { room: Room }\ntype Room { name String }")
    #expect(loaded.diagnostics.map(\.stage) == [.syntax])
    #expect(concerns(loaded) == ["schema"])
  }

  @Test func `a schema out of nothing`() {
    #expect(load("").diagnostics.count == 1)
    #expect(load([]).diagnostics.map(\.diagnostic.message) == ["Query root type must be provided."])
  }

  @Test func `more types than there is room for`() {
    var sdl = "type Query { a: Int }\n"
    for index in 0..<SchemaLoader.maximumTypeCount { sdl += "scalar S\(index)\n" }
    let loaded = load(sdl)
    #expect(loaded.diagnostics.map(\.diagnostic.code.name) == ["schema-too-large"])
    #expect(loaded.schema.queryType == nil)
  }

  @Test func `codes have names of their own`() {
    let names = DiagnosticCode.schemaCodes.map(\.name)
    #expect(Set(names).count == names.count)
  }
}
