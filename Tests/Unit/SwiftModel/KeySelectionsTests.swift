import ApusSource
import ApusShapes
import ApusDocuments
import ApusSchema
import ApusSyntax
import ApusValidation
import Testing

@testable import ApusSwiftModel

/// The fields that are added to the sent text so that a cache recognizes objects.
@Suite(.timeLimit(.minutes(15))) struct KeySelectionsTests {
  private static let schema = """
    type Query { album: Album  found: [Found!]!  node: Node }
    type Album implements Node { id: ID!  title: String!  tracks(first: Int): Int  label: Label }
    interface Node { id: ID }
    type Label { id: Int!  name: String! }
    union Found = Album | Label
    """

  private func sent(_ document: String, rules: [CacheRule] = []) -> String {
    var options = GenerationOptions()
    options.usesCache = true
    options.cacheRules = [CacheRule("*", .keys(["id"]))] + rules
    let lowered = Lowered(document, schema: Self.schema, options: options)
    #expect(lowered.diagnostics.filter { $0.severity == .error }.isEmpty)
    let text = lowered.program.operations.map(\.document).joined()
    let names = NameTable()
    let schema = SchemaLoader.load([SourceFile(path: "schema.graphqls", text: Self.schema)], names: names)
    let tree = SyntaxTree(names: names)
    #expect(Parser.parse(SourceFile(path: "Sent.graphql", text: text), into: tree).isEmpty)
    #expect(Validator.validate(DocumentIndex(tree, schema.schema)).filter { $0.severity == .error }.isEmpty)
    return text
  }

  @Test func `The cache's fields have aliases that begin with three underscores`() {
    #expect(sent("query Q { album { title } }") == "query Q{album{title ___:__typename ___id:id}}")
  }

  /// Looked at once for each way to it, the last fragment would be looked at a quadrillion times.
  @Test func `Fragments that spread others twice are looked at once`() {
    let count = 50
    var document = "query Q { album { ...F0 } }"
    for number in 0..<count {
      document += " fragment F\(number) on Album { ...F\(number + 1) ... on Album { ...F\(number + 1) } }"
    }
    #expect(
      sent(document + " fragment F\(count) on Album { title }").contains("{...F0 ___:__typename ___id:id}"))
  }

  @Test func `Key fields of different types at one place have different aliases`() {
    #expect(
      sent("query Q { found { ... on Album { title } } node { ... on Album { title } } }")
        == "query Q{found{__typename...on Album{title}...on Album{___id:id}...on Label{___3id:id}}"
        + "node{__typename...on Album{title}___2id:id}}")
  }

  @Test func `A key that a fragment selects is not asked for again`() {
    #expect(
      sent("query Q { album { ...F } } fragment F on Album { __typename ... on Node { id } }")
        .hasPrefix("query Q{album{...F}}"))
    #expect(
      sent("query Q { found { ... on Album { id } ... on Label { name } } }")
        == "query Q{found{__typename...on Album{id}...on Label{name}...on Label{___3id:id}}}")
  }

  @Test func `A key of the interface is not asked for again for a type with further keys`() {
    #expect(
      sent(
        "query Q { node { ... on Album { tracks } } }", rules: [CacheRule("Album", .keys(["id", "title"]))])
        == "query Q{node{__typename...on Album{tracks}___2id:id...on Album{___title:title}}}")
  }

  @Test(arguments: [
    "... @include(if: $x) { id }", "id @include(if: $x)", "... on Album @skip(if: $x) { id }",
  ])
  func `A key that is selected under a condition is asked for`(_ selection: String) {
    let text = sent("query Q($x: Boolean!) { album { title \(selection) } }")
    #expect(text.hasSuffix("___:__typename ___id:id}}"))
  }

  @Test func `Two selections of one object may select the key and have it added`() {
    #expect(
      sent("query Q { album { title } ...F } fragment F on Query { album { id } }")
        == "query Q{album{title ___:__typename ___id:id}...F}fragment F on Query{album{id ___:__typename}}")
  }

  @Test func `An alias of a document may not be what the cache's is for the same field`() {
    var options = GenerationOptions()
    let document = "query Q { album { ___id: id } }"
    #expect(Lowered(document, schema: Self.schema, options: options).diagnostics.isEmpty)
    options.usesCache = true
    let codes = Lowered(document, schema: Self.schema, options: options).diagnostics.map(\.code.name)
    #expect(codes == ["name-collision"])
  }
}
