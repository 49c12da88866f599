import ApusSource
import Testing

@testable import ApusLanguageService

@Suite(.timeLimit(.minutes(15))) struct SymbolTests {
  private let card = "fragment Card on Album { title artist { name } }"

  @Test(arguments: [
    ("{ album(id: 1) { ti‸tle } }", "Album.title: String!", "On the cover."),
    ("{ album(id: 1) { t: ti‸tle } }", "Album.title: String!", "On the cover."),
    ("{ album(id: 1) { ‸t: title } }", "Album.title: String!", "On the cover."),
    ("{ album(i‸d: 1) { id } }", "id: ID!", nil),
    ("{ album(kind: SIN‸GLE) { id", "SINGLE", nil),
    ("{ node { ... on Alb‸um { id } } }", "type Album implements Node", "A record."),
    ("{ album @sk‸ip(if: true) { id } }", "directive @skip(if: Boolean!)", nil),
    ("{ album(id: 1) { ...Ca‸rd } }", "fragment Card on Album", nil),
    ("query A($id: ID!) { album(id: $i‸d) { id } }", "$id: ID!", nil),
    ("query A($k: Ki‸nd) { node { id } }", "enum Kind { SINGLE LONG_PLAYER }", nil),
    ("query A($k: ID‸) { node { id } }", "scalar ID", nil),
    (
      "query A($k: Fil‸ter) { node { id } }",
      "input Filter {\n  kind: Kind\n  kinds: [Kind!]\n  nested: Filter\n  year: Int!\n}", nil
    ),
    ("{ node { ... on No‸de { id } } }", "interface Node", nil),
    ("fragment G on Que‸ry { node { id } }", "type Query", nil),
    ("fragment G on Res‸ult { __typename }", "union Result = Album | Artist", nil),
    ("{ search(text: \"\", filter: { ye‸ar: 1 }) { __typename } }", "year: Int!", nil),
    ("{ search(text: \"\", fil‸ter: { year: 1 }) { __typename } }", "filter: Filter", nil),
    ("query Na‸me { node { id } }", "query Name", nil),
    ("query A { ...F(i‸d: 1) } fragment F($id: ID!) on Query { album(id: $id) { id } }", "$id: ID!", nil),
    (
      "query A { ...F(k: SIN‸GLE) } fragment F($k: Kind) on Query { album(id: 1, kind: $k) { id } }",
      "SINGLE",
      nil
    ),
    ("{ node { __type‸name } }", "__typename: String!", nil),
  ])
  func `a symbol's type and description are shown`(marked: String, code: String, description: String?) throws
  {
    let document = Marked(marked, others: card)
    let hover = try #require(document.symbol.flatMap { document.analysis.hover($0.symbol) })
    #expect(hover.code == code)
    if let description { #expect(hover.description == description) }
  }

  /// Long signatures have a line for each argument, and long types are cut.
  @Test(arguments: [
    (
      "{ fi‸nd }",
      "Query.find(\n  text: String! = \"a long default value\"\n  first: Int = 10\n  after: ID\n  a: Int\n): Int"
    ),
    ("{ ti‸ny }", "Query.tiny(text: String! = \"a long default value for 60\", ab: Int): Int"),
    ("fragment F on Na‸med { name }", "interface Named implements Base & Other"),
    ("fragment F on T1‸ { name }", "type T1 implements Named & Base & Other"),
    ("fragment F on Tw‸elve { __typename }", "union Twelve = " + list(12, "T", " | ")),
    ("fragment F on All‸ { __typename }", "union All = " + list(12, "T", " | ") + " | …"),
    ("query A($e: Fe‸w) { tiny }", "enum Few { " + list(12, "V", " ") + " }"),
    ("query A($e: Ma‸ny) { tiny }", "enum Many { " + list(12, "W", " ") + " … }"),
    ("query A($i: Sma‸ll) { tiny }", "input Small {\n  " + list(20, "a", "\n  ", ": Int") + "\n}"),
    ("query A($i: Lar‸ge) { tiny }", "input Large {\n  " + list(20, "a", "\n  ", ": Int") + "\n  …\n}"),
    ("{ tiny @ma‸rk }", "directive @mark(why: String = \"x\")"),
  ])
  func `long and short signatures`(marked: String, code: String) throws {
    let schema = """
      type Query {
        find(text: String! = "a long default value", first: Int = 10, after: ID, a: Int): Int
        tiny(text: String! = "a long default value for 60", ab: Int): Int
      }
      interface Base { name: Int } interface Other { name: Int }
      interface Named implements Base & Other { name: Int }
      \((1...13).map { "type T\($0) implements Named & Base & Other { name: Int }" }.joined(separator: "\n"))
      union Twelve = \(Self.list(12, "T", " | ")) union All = \(Self.list(13, "T", " | "))
      enum Few { \(Self.list(12, "V", " ")) } enum Many { \(Self.list(13, "W", " ")) }
      input Small { \(Self.list(20, "a", " ", ": Int")) } input Large { \(Self.list(21, "a", " ", ": Int")) }
      directive @mark(why: String = "x") on FIELD
      """
    let document = Marked(marked, schema: schema)
    let hover = try #require(document.symbol.flatMap { document.analysis.hover($0.symbol) })
    #expect(hover.code == code)
  }

  private static func list(_ count: Int, _ name: String, _ separator: String, _ end: String = "") -> String {
    (1...count).map { name + String($0) + end }.joined(separator: separator)
  }

  @Test func `documentation as Markdown, and as plain text`() {
    let all = Hover(
      code: "a: Int", description: "It.", deprecation: "Old.", swift: "A.a: Int?", note: "1 spread.")
    #expect(
      all.markdown
        == "```graphql\na: Int\n```\n\n```swift\nA.a: Int?\n```\n\n**Deprecated.** Old.\n\nIt.\n\n1 spread.")
    #expect(all.plainText == "a: Int\n\nA.a: Int?\n\nDeprecated. Old.\n\nIt.\n\n1 spread.")
    #expect(Hover(code: "a: Int").markdown == "```graphql\na: Int\n```")
    #expect(Hover(code: "a: Int").plainText == "a: Int")
  }

  @Test(arguments: [
    ("{ ...Ca‸rd }", "1 spread."), ("{ ...Ca‸rd ...Card }", "2 spreads."),
    ("fragment Ca‸rd on Node { id }", "0 spreads."),
  ])
  func `a fragment's spreads are counted`(marked: String, note: String) {
    let document = marked.hasPrefix("f") ? Marked(marked) : Marked(marked, others: card)
    #expect(document.symbol.flatMap { document.analysis.hover($0.symbol) }?.note == note)
  }

  /// The references to the symbol at the caret: `s:` in the schema or `a:` in the document, and their text. Definitions have a `+`.
  @Test(arguments: [
    (
      "query A($k: Ki‸nd, $l: [Kind!]) { album(id: 1, kind: $k) { id } }",
      ["s:+Kind", "a:Kind", "a:Kind", "s:Kind", "s:Kind", "s:Kind", "s:Kind"]
    ),
    (
      "{ album(id: 1, kind: SIN‸GLE) { id } b: album(kind: SINGLE, id: 2) { id } }",
      ["s:+SINGLE", "a:SINGLE", "a:SINGLE"]
    ),
    ("{ album(i‸d: 1) { id } b: album(id: 2) { id } }", ["s:+id", "a:id", "a:id"]),
    (
      "{ search(text: \"\", filter: { ye‸ar: 1, nested: { year: 2 } }) { __typename } }",
      ["s:+year", "a:year", "a:year"]
    ),
    ("query A($a: Int @o‸ld, $b: Int @old(reason: \"\")) { node { id } }", ["s:+old", "a:old", "a:old"]),
    ("{ node @sk‸ip(if: true) { id @skip(if: true) } }", ["a:skip", "a:skip"]),
    ("{ album(id: 1) { old @ski‸p(if: true) title } }", ["a:skip"]),
    ("{ ‸x: node { id } }", []),
    (
      "fragment F on Nod‸e { id ... on Node { id } }",
      ["s:+Node", "a:Node", "a:Node", "s:Node", "s:Node", "s:Node"]
    ),
    (
      "fragment F on Album { t # t:\n : # t\n tit‸le title }", ["s:+title", "a:title", "a:title"]
    ),
    ("fragment F on Query { album(id: $i‸d) { id } a: album(id: $id) { id } }", ["a:id", "a:id"]),
  ])
  func `references in documents and the schema`(marked: String, expected: [String]) throws {
    let document = Marked(marked)
    let symbol = try #require(document.symbol?.symbol)
    let found = document.analysis.references(to: symbol).map { reference in
      let range = reference.range
      return range.file.path.prefix(1) + ":" + (reference.isDefinition ? "+" : "")
        + range.file.text(range.start, range.end)
    }
    #expect(found == expected)
  }

  /// Where the types of symbols are defined: the names there.
  @Test(arguments: [
    ("{ alb‸um(id: 1) { id } }", ["Album"]), ("{ ‸a: node { id } }", ["Node"]),
    ("{ album(id: 1, ki‸nd: SINGLE) { id } }", ["Kind"]), ("{ album(i‸d: 1) { id } }", []),
    ("{ album(id: 1) { ...Ca‸rd } }", ["Album"]),
    ("query A($k: Kind) { album(id: 1, kind: $‸k) { id } }", ["Kind"]),
    ("{ node { ... on Alb‸um { id } } }", ["Album"]), ("{ node { ...No‸ne } }", []),
    ("{ album(id: 1, kind: SIN‸GLE) { id } }", ["SINGLE"]),
  ])
  func `the type of a symbol is found`(marked: String, expected: [String]) throws {
    let document = Marked(marked, others: card)
    let symbol = try #require(document.symbol?.symbol)
    #expect(document.analysis.typeDefinitions(of: symbol).map { $0.file.text($0.start, $0.end) } == expected)
  }

  /// Where symbols are defined: the text there.
  @Test(arguments: [
    ("{ alb‸um(id: 1) { id } }", ["album"]), ("{ album(i‸d: 1) { id } }", ["id"]),
    ("{ album(id: 1, kind: SIN‸GLE) { id } }", ["SINGLE"]),
    ("{ node { ... on Alb‸um { id } } }", ["Album", "Album"]),
    ("query A($a: Int @o‸ld) { node { id } }", ["old"]), ("{ node @sk‸ip(if: true) { id } }", []),
    ("query A($k: Kind) { album(id: 1, kind: $‸k) { id } }", ["$k"]),
    ("query A { ...F(i‸d: 1) } fragment F($id: ID!) on Query { album(id: $id) { id } }", ["$id"]),
    ("query ‸A { node { id } } query B { node { id } }", ["A"]), ("{ node { ...Ca‸rd } }", ["Card"]),
  ])
  func `the definition of a symbol is found`(marked: String, expected: [String]) throws {
    let schema = Marked.schema + " extend type Album { more: Int }"
    let document = Marked(marked, others: card, schema: schema)
    let symbol = try #require(document.symbol?.symbol)
    #expect(document.analysis.definitions(of: symbol).map { $0.file.text($0.start, $0.end) } == expected)
  }

  /// The code that hovering over the caret in a schema shows; nil where there is no symbol.
  @Test(
    arguments: [
      ("type Que‸ry { a(b: In = { c: 1 }): E @mark }", "type Query"),
      ("type Query { ‸a: Int }", "Query.a: Int"),
      ("type Query { a(b‸: Int = 1): Int }", "b: Int = 1"),
      ("type Query { a: E‸ } enum E { A }", "enum E { A }"),
      ("type Query { a: E } enum E { A‸ B }", "A"),
      ("type Query { a: Int @mar‸k } directive @mark on FIELD_DEFINITION", "directive @mark"),
      ("type Query { a: Int } directive @ma‸rk on FIELD", "directive @mark"),
      ("type Query { a(b: I): Int } input I‸ { c: Int }", "input I {\n  c: Int\n}"),
      ("type Query { a(b: I): Int } input I { ‸c: Int }", "c: Int"),
      ("type Query { a: Int } scalar S‸", "scalar S"), ("type Query { a: U } union U = Query‸", "type Query"),
      ("type Query implements N‸ { a: Int } interface N { a: Int }", "interface N"),
      ("type Query { a: Int } interface ‸N { a: Int }", "interface N"),
      ("type Query { a: Int } union U‸ = Query", "union U = Query"),
      ("ty‸pe Query { a: Int }", nil), ("type Query { a: Nothing‸ }", nil), ("type Query {‸ a: Int }", nil),
      ("type Query { a: Int } schema { que‸ry: Query }", nil),
    ] as [(String, String?)])
  func `the symbol at a place of a schema`(marked: String, code: String?) {
    let parts = marked.split(separator: "‸", omittingEmptySubsequences: false)
    let document = Marked("{ a }", schema: parts.joined())
    let found = document.analysis.symbolOfSchema("s.graphqls", at: parts[0].utf8.count)
    #expect(found.flatMap { document.analysis.hover($0.symbol) }?.code == code)
    #expect(document.analysis.symbolOfSchema("a.graphql", at: parts[0].utf8.count) == nil)
  }

  @Test func `deprecation is told`() throws {
    let document = Marked("{ album(id: 1) { ol‸d } }")
    #expect(document.symbol.flatMap { document.analysis.hover($0.symbol) }?.deprecation == "Use title.")
  }

  @Test(arguments: ["{ ‸x: nothing }", "{ node { ...No‸ne } }", "{ album(id: $‸no) { id } }"])
  func `names without a definition have no documentation`(marked: String) throws {
    let document = Marked(marked)
    let symbol = try #require(document.symbol?.symbol)
    #expect(document.analysis.hover(symbol) == nil && document.analysis.definitions(of: symbol).isEmpty)
  }

  @Test(arguments: [
    "{ ‸ }", "# albu‸m\n{ node { id } }", "{ album(id: \"al‸bum\") { id } }", "{ nothi‸ng }",
    "que‸ry A { node { id } }",
  ])
  func `nothing is said of nothing`(marked: String) { #expect(Marked(marked).symbol == nil) }

  @Test func `references of a field are its selections`() throws {
    let document = Marked("{ album(id: 1) { ti‸tle t: title artist { name } } }", others: card)
    let symbol = try #require(document.symbol?.symbol)
    let found = document.analysis.references(to: symbol).map { "\($0.range.file.path) \($0.isDefinition)" }
    #expect(found == ["s.graphqls true", "a.graphql false", "a.graphql false", "0.graphql false"])
  }

  @Test func `a fragment is renamed everywhere`() throws {
    let document = Marked("{ album(id: 1) { ...Ca‸rd ...Card } }", others: card)
    let place = try #require(document.symbol)
    let places = try document.analysis.rename(place, to: "Sleeve")
    #expect(places.map(\.file.path).sorted() == ["0.graphql", "a.graphql", "a.graphql"])
    #expect(
      document.applying(places.map { ($0, "Sleeve") }) == "{ album(id: 1) { ...Sleeve ...Sleeve } }")
    for name in ["Card", "on", "1a", "", "a-b"] {
      #expect(throws: RenameError.self) { try document.analysis.rename(place, to: name) }
    }
  }

  @Test func `a variable is renamed in its fragments`() throws {
    let fragment = "fragment F on Query { album(id: $id) { id } }"
    let document = Marked("query A($i‸d: ID!) { ...F node { id } }", others: fragment)
    let place = try #require(document.symbol)
    #expect(try document.analysis.rename(place, to: "key").count == 2)
    let shared = Marked("query A($i‸d: ID!) { ...F }", others: fragment, "query B($id: ID!) { ...F }")
    let other = try #require(shared.symbol)
    #expect(throws: RenameError.self) { try shared.analysis.rename(other, to: "key") }
  }

  @Test func `the schema is not renamed`() throws {
    let document = Marked("{ al‸bum(id: 1) { id } }")
    let place = try #require(document.symbol)
    #expect(throws: RenameError.self) { try document.analysis.rename(place, to: "record") }
  }

  @Test func `outline of documents`() {
    let outline = Outline(
      SourceFile(
        path: "a", text: "# a\n# b\nquery A {\n  x: album {\n    id\n  }\n}\ntype T {\n  f: Int\n}\n"))
    #expect(outline.items.map(\.name) == ["A", "T"])
    #expect(outline.items[0].children.map(\.name) == ["x"])
    #expect(outline.items[1].children.map { $0.name + ": " + $0.detail } == ["f: Int"])
    #expect(outline.folds.map { [$0.firstLine, $0.lastLine] } == [[0, 1], [2, 6], [3, 5], [7, 9]])
    #expect(outline.enclosingRanges(at: 32).count >= 4)
  }

  /// The outline of a schema lists fields, input fields and enum values, but not arguments.
  @Test func `outline of a schema`() {
    let text = """
      type T { f(first: Int): Int }
      input I { a: Int b: [Int!] }
      enum E { A B }
      directive @d(c: Int) on FIELD
      """
    let items = Outline(SourceFile(path: "a", text: text)).items
    #expect(items.map(\.name) == ["T", "I", "E", "@d"])
    #expect(items.map { $0.children.map(\.name) } == [["f"], ["a", "b"], ["A", "B"], []])
    #expect(items.flatMap(\.children).allSatisfy { $0.children.isEmpty })
  }

  @Test func `what an outline calls the definitions of each kind`() {
    let text = """
      { a { b } } mutation M { a } fragment F on T { a }
      schema { query: T } scalar S interface I { a: Int } union U = T { ... on T { a } ... { b } x: y { a } }
      """
    let items = Outline(SourceFile(path: "a", text: text)).items
    #expect(items.map(\.name) == ["query", "M", "F", "schema", "S", "I", "U", "query"])
    #expect(items.map(\.detail) == ["query", "mutation", "on T", "", "", "", "", "query"])
    #expect(
      items.map(\.kind) == [
        .operation, .operation, .fragment, .schema, .scalar, .interface, .union, .operation,
      ])
    #expect(items[7].children.map(\.name) == ["... on T", "... on ", "x"])
    #expect(items[7].children.map(\.detail) == ["", "", "y"])
    #expect(items[0].nameRange == 0..<1 && items[1].nameRange == 21..<22)
    let values = Outline(SourceFile(path: "a", text: "enum E { A } input I { a: [Int!] }")).items
    #expect(values.flatMap(\.children).map(\.kind) == [.value, .field])
    #expect(values.flatMap(\.children).map(\.detail) == ["", "[Int!]"])
  }

  @Test func `a large file's outline has no fields within fields`() {
    func children(_ size: Int) -> [String] {
      let text = "{ a { b { c } } } #"
      let source = SourceFile(path: "a", text: text + String(repeating: "x", count: size - text.utf8.count))
      return Outline(source).items[0].children.flatMap { [$0.name] + $0.children.map(\.name) }
    }
    #expect(children(1 << 20) == ["a", "b"] && children(1 << 20 + 1) == ["a"])
  }

  /// The texts around a place, from the inside out.
  @Test(arguments: [
    ("{ album(id: ‸1) { id } }", ["1", "id: 1", "album(id: 1) { id }", "{ album(id: 1) { id } }"]),
    ("{ na‸me }", ["name", "{ name }"]), (" ‸ ", ["  "]),
    ("{ a } # com‸ment", ["comment", "{ a } # comment"]),
  ])
  func `ranges that enclose a place`(marked: String, expected: [String]) {
    let document = Marked(marked)
    let found = Outline(document.source).enclosingRanges(at: document.offset)
    #expect(found.map { document.source.text($0.lowerBound, $0.upperBound) } == expected)
  }

  /// The lines of each fold.
  @Test(arguments: [
    // Brackets in strings and comments are none, and one that is missing does not end another's fold.
    ("{\n a(b: \"{\") { # {\n  c\n }\n}", [[0, 4], [1, 3]]),
    ("{\n a(\n  b: [1\n {\n  c\n }\n}\nquery B {\n b\n}", [[0, 6], [1, 5], [2, 5], [3, 5], [7, 9]]),
    ("query(\n $a: Int\n) {\n a\n}", [[0, 1], [2, 4]]),
    (
      "type A\n @b\n{\n c: Int\n}\ninput B {\n c: Int\n}\nschema {\n query: A\n}",
      [[1, 4], [5, 7], [8, 10]]
    ),
    ("directive @a(\n b: Int\n) on FIELD\nenum E {\n A\n}\n{\n a", [[0, 1], [3, 5], [6, 7]]),
  ])
  func `lists fold by the nodes of the tree`(text: String, expected: [[Int]]) {
    let outline = Outline(SourceFile(path: "a", text: text))
    #expect(outline.folds.map { [$0.firstLine, $0.lastLine] } == expected)
  }

  @Test func `strings fold, and brackets that end on their own line do not`() {
    let text = "\"\"\"\na\n\"\"\" type T {\n  a(\n    b: Int): [Int\n  ]\n}"
    let outline = Outline(SourceFile(path: "a", text: text))
    #expect(outline.folds.map { [$0.firstLine, $0.lastLine] } == [[0, 2], [2, 6], [3, 4], [4, 5]])
    #expect(!outline.folds.contains { $0.isComment })
  }

  @Test func `definitions that a search finds`() {
    let schema =
      "type Query { a: Int } scalar S union U = Query input I { a: Int } interface N { a: Int } enum E { A }"
    let document = Marked("query A { a } { b: a } fragment F on Query { a }", schema: schema)
    let found = document.analysis.namedDefinitions
    #expect(found.map(\.name) == ["A", "F", "Query", "S", "U", "I", "N", "E"])
    #expect(
      found.map(\.kind) == [.operation, .fragment, .type, .scalar, .union, .input, .interface, .enum])
  }
}
