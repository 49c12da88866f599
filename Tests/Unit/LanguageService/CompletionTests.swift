import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax
import Foundation
import TestSupport
import Testing

@testable import ApusLanguageService

@Suite(.timeLimit(.minutes(15))) struct CompletionTests {
  @Test(arguments: [
    ("‸", ["query", "mutation", "subscription", "fragment"]),
    ("{ a }\n‸", ["query", "mutation", "subscription", "fragment"]),
    ("\"A query.\" ‸", ["query", "mutation", "subscription", "fragment"]),
    ("query Na‸", []),
    ("query A {\n  ‸", ["album", "search", "node", "__typename"]),
    // Broken text before the caret does not matter.
    ("query B { album(id: 1 { \n\nquery A {\n  ‸", ["album", "search", "node", "__typename"]),
    ("{ album { ti‸tle } }", ["id", "title", "artist", "kind", "...F", "__typename", "old"]),
    ("{ album { title ‸ } }", ["id", "artist", "kind", "...F", "__typename", "title", "old"]),
    // A line that begins with a punctuator begins no definition.
    ("{ album {\n‸\n...F\ntitle } }", ["id", "artist", "kind", "...F", "__typename", "title", "old"]),
    (
      "{ album {\n‸\nkind\n@skip(if: true) title } }",
      ["id", "artist", "...F", "__typename", "title", "kind", "old"]
    ),
    ("{ x: album(id: 1) @skip(if: true) { artist { ‸", ["id", "name", "albums", "__typename"]),
    ("{ node { ‸", ["id", "...F", "__typename", "... on Album", "... on Artist"]),
    ("{ search(text: \"\") { ‸", ["...F", "__typename", "... on Album", "... on Artist"]),
    ("{ album { ...‸", ["on", "F"]),
    ("{ node { ... on ‸", ["Node", "Album", "Artist", "Result"]),
    ("{ node { ... on Album { ar‸", ["id", "title", "artist", "kind", "...F", "__typename", "old"]),
    ("{ album(‸", ["id", "kind"]), ("{ album(id: 1, ‸) ", ["kind"]), ("{ album(‸, id: 1)", ["kind"]),
    ("{ album @‸", ["skip", "include", "apus"]), ("{ album @skip(‸", ["if"]),
    ("{ album @skip(if: true) @‸", ["include", "apus"]),
    ("{ album(kind: ‸", ["SINGLE", "LONG_PLAYER", "null"]),
    ("query A($k: Kind) { album(kind: ‸", ["SINGLE", "LONG_PLAYER", "$k", "$kind", "null"]),
    ("query A($k: Kind) { album(kind: $‸", ["k", "kind"]),
    ("{ search(filter: { ‸", ["year", "kind", "kinds", "nested"]),
    ("{ search(filter: { kind: SINGLE, ‸", ["year", "kinds", "nested"]),
    ("{ search(filter: { ‸ nested: { year: 1 } kinds: [] }", ["year", "kind"]),
    ("{ search(filter: { nested: { kinds: [‸", ["SINGLE", "LONG_PLAYER"]),
    ("{ search(filter: ‸", ["{ }", "null"]),
    ("mutation A { rateAll(ratings: ‸", ["[ ]", "$ratings", "null"]),
    ("mutation A { rateAll(ratings: [‸", ["{ }", "$ratings"]),
    ("mutation { rate(rating: {‸", ["stars", "text"]), ("mutation { rate(rating: {stars: 1, ‸", []),
    ("query A($a: ‸", ["Int", "Float", "String", "Boolean", "ID", "Kind", "Filter", "Rating"]),
    ("query A($a: Kind = ‸", ["SINGLE", "LONG_PLAYER", "null"]),
    ("fragment G on ‸", ["Query", "Mutation", "Node", "Album", "Artist", "Result"]),
    ("{ search(text: \"‸", []), ("{ search(text: \"\"\"a\n‸", []), ("{ album # ‸", []), ("{ nothing { ‸", []),
  ])
  func `a completion fits its place`(marked: String, labels: [String]) {
    let found = Marked(marked, others: "fragment F on Album { id }").labels
    if marked.hasPrefix("query A($a: ‸") {
      #expect(Set(found) == Set(labels))
    } else {
      #expect(found == labels, "\(marked)")
    }
  }

  /// Places that the shared schema does not have.
  @Test(arguments: [
    ("query A @‸", ["q", "apus"]), ("mutation A @‸", ["m", "apus"]), ("subscription A @‸", ["s", "apus"]),
    ("fragment F on Query @‸", ["f", "apus"]), ("query A($a: Int @‸", ["v", "apus"]),
    ("{ ...F @‸", ["skip", "include", "p"]), ("{ @‸", ["skip", "include", "apus"]),
    ("{ ...F a @‸", ["skip", "include", "apus"]),
    ("{ a ...F { ‸", ["a", "flag", "grid", "list", "n", "__typename"]),
    ("{ ... @‸", ["skip", "include", "i", "apus"]), ("{ a @skip(if: ‸", ["false", "true"]),
    ("query A @q @‸", ["apus"]), ("{ flag(is: ‸", ["false", "true", "null"]),
    ("query A($k: E) { grid(of: [[‸", ["A", "B", "$k", "$of", "null"]),
    ("query A($k: E) { grid(of: [[$‸", ["k", "of"]),
    ("query A($k: [E]) { grid(of: [$‸", ["k", "of"]), ("{ grid(of: [[A], ‸", ["A", "B", "[ ]", "null"]),
    ("{ list(of: [{ ‸", ["a", "b"]), ("{ list(of: [{ a: 1 }, { b: { ‸", ["a", "b"]),
    ("query A($i: [I] = [{ ‸", ["a", "b"]), ("query A($g: [[E]] = [[‸", ["A", "B", "null"]),
    ("query A($g: [E] = [A ‸", ["A", "B", "null"]), ("query A($i: I = { a: ‸", ["null"]),
    ("subscription { ‸", ["a", "__typename"]), ("mutation { ‸", ["m", "__typename"]),
    ("fragment F on E { ‸", []), ("fragment F on Nothing { ‸", []), ("thing { ‸", []),
    ("fragment ‸", []), ("fragment F ‸", []), ("fragment F on‸", []), ("{ list(of: { a: 1) { ‸", []),
    ("{ list(of: [{ a: 1) ‸", ["a", "flag", "grid", "list", "n", "__typename"]),
    ("{ list(of: 1 } query B { ‸", ["a", "flag", "grid", "list", "n", "__typename"]),
    ("query A($a: Int, ‸", []), ("query A($‸", []), ("{ a(‸", []), ("{ a { ‸", []),
    ("{ n { n { ‸", ["n", "__typename"]), ("{ flag(is: true @skip(if: ‸", ["false", "true"]),
    ("{ [ ‸", ["a", "flag", "grid", "list", "n", "__typename"]), ("{ flag(is: \"‸", []),
    ("{ ...‸ }\nfragment F on Query { a }", ["on", "F"]),
    ("{ n { ...‸ } }\nfragment F on Query { a }", ["on"]),
  ])
  func `offers in a schema with all places`(marked: String, labels: [String]) {
    let schema = """
      type Query { a: Int flag(is: Boolean): Int grid(of: [[E]]): Int list(of: [I]): Int n: N }
      type N { n: N } type Mutation { m: Int } type Subscription { a: Int }
      enum E { A B } input I { a: Int b: I }
      directive @q on QUERY directive @m on MUTATION directive @s on SUBSCRIPTION
      directive @f on FRAGMENT_DEFINITION directive @v on VARIABLE_DEFINITION
      directive @p on FRAGMENT_SPREAD directive @i on INLINE_FRAGMENT
      """
    #expect(
      Set(Marked(marked, schema: schema).labels) == Set(labels), "\(Marked(marked, schema: schema).labels)")
  }

  /// The text inserted for a candidate: its required arguments and its braces, with places to type in. Nil is the label.
  @Test(
    arguments: [
      ("{ ‸", "album", "album(id: ${1:id}) {\n  $0\n}"), ("{ ‸", "node", "node {\n  $0\n}"),
      ("{ ‸", "search", "search(text: ${1:text}) {\n  $0\n}"), ("{ album { ‸", "title", nil),
      ("{ album { artist { ‸", "albums", "albums(first: ${1:first}) {\n  $0\n}"),
      ("{ node { ‸", "__typename", nil),
      ("{ node { ‸", "... on Album", "... on Album {\n  $0\n}"), ("{ node { ...‸", "F", nil),
      ("{ album @‸", "include", "include(if: ${1:if})"), ("{ search(filter: ‸", "{ }", "{ $0 }"),
      ("{ search(filter: { kinds: ‸", "[ ]", "[$0]"),
      ("‸", "fragment", "fragment ${1:Name} on ${2:Type} {\n  $0\n}"),
      ("‸", "mutation", "mutation ${1:Name} {\n  $0\n}"),
    ] as [(String, String, String?)])
  func `a completion inserts its arguments and braces`(marked: String, label: String, snippet: String?) throws
  {
    let document = Marked(marked, others: "fragment F on Album { id }")
    let found = document.analysis.completion(in: document.source, at: document.offset).candidates
    #expect(try #require(found.first { $0.label == label }).snippet == snippet)
  }

  /// The details that the editor shows next to a candidate, and which candidates it strikes out.
  @Test(arguments: [
    ("{ ‸", "search", "[Result!]!", false), ("{ album { ‸", "old", "Int", true),
    ("{ album { ‸", "__typename", "String!", false), ("{ album { ...‸", "F", "on Album", false),
    ("{ album(‸", "kind", "Kind", false), ("{ search(filter: { ‸", "kinds", "[Kind!]", false),
    ("query A($k: [Kind!]!) { album(kind: $‸", "k", "[Kind!]!", false),
    ("query A { album(kind: ‸", "$kind", "new variable: Kind", false),
    ("{ album(kind: ‸", "SINGLE", "Kind", false),
  ])
  func `a completion has its type and deprecation`(
    marked: String, label: String, detail: String, isDeprecated: Bool
  ) throws {
    let document = Marked(marked, others: "fragment F on Album { id }")
    let found = document.analysis.completion(in: document.source, at: document.offset).candidates
    let candidate = try #require(found.first { $0.label == label })
    #expect(candidate.detail == detail && candidate.isDeprecated == isDeprecated)
  }

  /// Behind the name of the operation, or behind all of the last variable.
  @Test(arguments: [
    ("query A { album(id: ‸) { id } }", "query A($id: ID!) { album(id: ) { id } }"),
    ("query A($k: Kind) { album(id: ‸", "query A($k: Kind, $id: ID!) { album(id: "),
    ("query A($k: Kind!) { album(id: ‸", "query A($k: Kind!, $id: ID!) { album(id: "),
    ("query A($k: [[Kind!]!]!) { album(id: ‸", "query A($k: [[Kind!]!]!, $id: ID!) { album(id: "),
    ("query A($k: Kind = SINGLE) { album(id: ‸", "query A($k: Kind = SINGLE, $id: ID!) { album(id: "),
    ("query ($l: [Int!] = [1, 2]) { album(id: ‸", "query ($l: [Int!] = [1, 2], $id: ID!) { album(id: "),
    (
      "query A($f: Filter = { year: 1 } @old(reason: \"\") ) { album(id: ‸",
      "query A($f: Filter = { year: 1 } @old(reason: \"\"), $id: ID! ) { album(id: "
    ),
  ])
  func `a new variable is defined`(marked: String, expected: String) throws {
    let document = Marked(marked)
    let found = document.analysis.completion(in: document.source, at: document.offset).candidates
    let addition = try #require(found.first { $0.label == "$id" }?.addition)
    let text = document.source.text(0, addition.offset) + addition.text
    #expect(text + document.source.text(addition.offset, document.source.count) == expected)
  }

  /// At every name of every sample, with the text whole and cut off there, what stands there is offered.
  @Test func `every name of the samples is offered`() throws {
    var count = 0
    for folder in try FileManager.default.contentsOfDirectory(
      at: Repository.samples, includingPropertiesForKeys: nil)
    {
      let schema = folder.appendingPathComponent("schema.graphqls")
      guard FileManager.default.fileExists(atPath: schema.path) else { continue }
      let files =
        FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? []
      let documents = files.compactMap { $0 as? URL }.filter { $0.pathExtension == "graphql" }
      count += try expectOffers(schema.path, documents.map(\.path))
    }
    #expect(count > 300)
  }

  private func expectOffers(_ schemaPath: String, _ paths: [String]) throws -> Int {
    let names = NameTable()
    let text = try String(contentsOfFile: schemaPath, encoding: .utf8)
    let schema = SchemaLoader.load([SourceFile(path: "s.graphqls", text: text)], names: names).schema
    let tree = SyntaxTree(names: names)
    var errors = 0
    for path in paths {
      let source = SourceFile(path: path, text: try String(contentsOfFile: path, encoding: .utf8))
      errors += Parser.parse(source, into: tree).count
    }
    guard errors == 0 else { return 0 }
    let analysis = Analysis(DocumentIndex(tree, schema))
    var count = 0
    for node in 0..<tree.count {
      guard let (wanted, offset) = expected(node, analysis) else { continue }
      let source = tree.source(of: node)
      let cut = SourceFile(path: "cut", text: source.text(0, offset))
      for text in [source, cut] {
        let labels = analysis.completion(in: text, at: offset).candidates.map(\.label)
        #expect(labels.contains(wanted), "\(source.path) \(source.position(at: offset)): \(wanted)")
      }
      count += 1
    }
    return count
  }

  /// The label at a node and the place of its name; nil for nodes that name nothing of the schema or of fragments.
  private func expected(_ node: NodeID, _ analysis: Analysis) -> (String, Int)? {
    let tree = analysis.tree
    let name = tree.name(node)
    switch tree.kind(node) {
    case .field where analysis.index.field(node) != nil:
      return name.hasPrefix("__") && name != "__typename" ? nil : (name, analysis.nameRange(node).start)
    case .argument, .objectField:
      return analysis.index.input(node).map { _ in (name, tree.nameRange(of: node).start) }
    case .enumValue: return analysis.index.enumValue(node).map { _ in (name, tree.nameRange(of: node).start) }
    case .directive: return analysis.index.directive(node).map { _ in (name, tree.nameRange(of: node).start) }
    case .namedType:
      guard analysis.index.type(node) != nil else { return nil }
      return (name, tree.nameRange(of: node).start)
    case .fragmentSpread:
      return analysis.index.fragment(ofSpread: node).map { _ in (name, tree.nameRange(of: node).start) }
    default: return nil
    }
  }
}
