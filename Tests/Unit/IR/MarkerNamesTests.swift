import ApusDiagnostics
import ApusDocuments
import ApusSchema
import ApusSyntax
import Testing

@testable import ApusIR

/// Aliases that begin as the keys of markers do.
@Suite(.timeLimit(.minutes(5))) struct MarkerNamesTests {
  private func lower(_ document: String, below: String = "", cacheKeys: [String: [String]] = [:]) -> [String]
  {
    let names = NameTable()
    let sdl =
      "type Query { pet: Pet } interface Pet { id: ID! name: String } type Cat implements Pet { id: ID! name: String }"
    let schema = SchemaLoader.load([SourceFile(path: "schema.graphqls", text: sdl)], names: names).schema
    let tree = SyntaxTree(names: names)
    for (path, text) in [("Below.graphql", below), ("Own.graphql", document)] where !text.isEmpty {
      _ = Parser.parse(SourceFile(path: path, text: text), into: tree)
    }
    var options = GenerationOptions()
    options.cacheKeys = cacheKeys
    if !below.isEmpty {
      options.dependencyModules = [DependencyModule(name: "Below")]
      options.modulesOfDocuments = ["Below.graphql": "Below"]
    }
    return Lowering.lower(DocumentIndex(tree, schema), options).diagnostics.map { diagnostic in
      let place = diagnostic.ranges.first.map { $0.file.text($0.start, $0.end) } ?? "-"
      return "\(place): \(diagnostic.message)"
    }
  }

  private let below = "fragment Low on Pet { name }"
  private let key = Markers.typeKey("Pet")

  @Test func `an alias that fragments of a module below ask for is refused`() {
    let alias = "\(key): name"
    #expect(
      lower("query Q { pet { \(alias) ...Low } }", below: below) == [
        "\(alias): Fragments of the modules below ask under \"\(key)\" for what type an object is. Give the field another alias."
      ])
    // Without modules below, the marker gets another key; an alias of the module below has been considered there.
    #expect(lower("query Q { pet { \(alias) } }").isEmpty)
    #expect(lower("query Q { pet { ...Low } }", below: "fragment Low on Pet { \(alias) }").isEmpty)
    #expect(lower("query Q { pet { __other: name ...Low } }", below: below).isEmpty)
  }

  @Test func `aliases of the cache's prefix are refused if keys are asked for`() {
    let alias = "\(Markers.cachePrefix)x: name"
    let expected =
      "\(alias): Aliases that begin with \"\(Markers.cachePrefix)\" are kept for the fields that a cache asks for. Give the field another alias."
    #expect(lower("query Q { pet { \(alias) } }", cacheKeys: ["*": ["id"]]) == [expected])
    #expect(lower("query Q { pet { \(alias) } }").isEmpty)
  }
}
