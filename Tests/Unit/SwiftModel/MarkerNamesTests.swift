import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax
import Testing

@testable import ApusShapes
@testable import ApusSwiftModel

/// Aliases that begin as the keys of markers do.
@Suite(.timeLimit(.minutes(15))) struct MarkerNamesTests {
  private let schema =
    "type Query { pet: Pet cat: Cat } interface Pet { id: ID! name: String } type Cat implements Pet { id: ID! name: String }"

  private func lower(_ document: String, below: String = "") -> [String] {
    let names = NameTable()
    let schema = SchemaLoader.load([SourceFile(path: "schema.graphqls", text: schema)], names: names).schema
    let tree = SyntaxTree(names: names)
    for (path, text) in [("Below.graphql", below), ("Own.graphql", document)] where !text.isEmpty {
      _ = Parser.parse(SourceFile(path: path, text: text), into: tree)
    }
    var options = GenerationOptions()
    if !below.isEmpty {
      options.dependencyModules = [DependencyModule(name: "Below", documents: ["Below.graphql"])]
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
        "\(alias): The compiler uses \"\(key)\" in fragments of the module \"Below\" to find an object's type. Give the field another alias."
      ])
    // Without modules below, the marker gets another key; an alias of the module below has been considered there.
    #expect(lower("query Q { pet { \(alias) } }").isEmpty)
    #expect(lower("query Q { pet { ...Low } }", below: "fragment Low on Pet { \(alias) }").isEmpty)
    #expect(lower("query Q { pet { __other: name ...Low } }", below: below).isEmpty)
  }

  private func cached(_ document: String) -> Lowered {
    var options = GenerationOptions()
    options.usesCache = true
    options.cacheRules = [CacheRule("*", .keys(["id"]))]
    return Lowered(document, schema: schema, options: options)
  }

  @Test func `what is added for a cache keeps clear of the document's aliases`() throws {
    let free = cached("query Q { pet { ___x: name ___2: name } }")
    #expect(free.diagnostics.isEmpty)
    let text = try #require(free.program.operations.first).document
    #expect(text == "query Q{pet{__typename ___x:name ___2:name ___id:id}}")
    let taken = cached("query Q { pet { ___id: name ___2id: name } }")
    #expect(taken.diagnostics.isEmpty)
    #expect(
      try #require(taken.program.operations.first).document
        == "query Q{pet{__typename ___id:name ___2id:name ___3id:id}}")
  }

  @Test func `an alias that the cache would take for its own is refused`() {
    #expect(
      cached("query Q { pet { ___id: id } }").diagnostics.map(\.message) == [
        "The alias \"___id\" is reserved for fields that the compiler adds for the cache. Give the field another alias."
      ])
    #expect(lower("query Q { pet { ___id: id } }").isEmpty)
  }

  @Test(arguments: [
    ("query Q { pet { __typename: id } }", "query Q{pet{__typename1:__typename __typename:id}}"),
    (
      "query Q { pet { ... on Cat { __typename: name } name } }",
      "query Q{pet{__typename1:__typename...on Cat{__typename:name}name}}"
    ),
    (
      "query Q { pet { __typename: id __typename1: name kind: __typename ... on Cat { name } } }",
      "query Q{pet{__typename2:__typename __typename:id __typename1:name kind:__typename...on Cat{name}}}"
    ),
  ])
  func `the key under which types are told apart gives way to an alias`(document: String, sent: String) throws
  {
    let lowered = Lowered(document, schema: schema)
    #expect(lowered.diagnostics.isEmpty)
    #expect(try #require(lowered.program.operations.first).document == sent)
  }

  @Test func `each module keeps the key that its own documents leave free`() {
    let below = "fragment Low on Pet { __typename: id }"
    #expect(lower("query Q { pet { ...Low } }", below: below).isEmpty)
    #expect(
      lower("query Q { pet { __typename: name ...Named } }", below: "fragment Named on Pet { name }").count
        == 1)
    #expect(lower("query Q { pet { __typename: name } }", below: "fragment Named on Pet { name }").isEmpty)
  }

  @Test func `an alias under which nothing else is asked for is allowed`() {
    #expect(lower("query Q { __typename: pet { id } }").isEmpty)
  }
}
