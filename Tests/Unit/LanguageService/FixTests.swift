import ApusSource
import ApusValidation
import Testing

@testable import ApusLanguageService

@Suite(.timeLimit(.minutes(15))) struct FixTests {
  @Test(arguments: [
    ("{ album(id: 1) { titel } }", "{ album(id: 1) { title } }"),
    ("{ node { title } }", "{ node { ... on Album { title } } }"),
    ("{ album(di: 1, id: 2) { id } }", "{ album(id: 1, id: 2) { id } }"),
    ("query A($id: ID!, $b: Int) { album(id: $id) { id } }", "query A($id: ID!) { album(id: $id) { id } }"),
    ("query A($b: Int) { node { id } }", "query A { node { id } }"),
    ("query A($b: Int @old(reason: \"\")) { node { id } }", "query A { node { id } }"),
    (
      "query A($a: ID!, $b: Int, $c: ID!) { album(id: $a) { id } a: album(id: $c) { id } }",
      "query A($a: ID!, $c: ID!) { album(id: $a) { id } a: album(id: $c) { id } }"
    ),
    (
      "query A { node { id } }\n  fragment F on Node { id }  \nquery B { node { id } }",
      "query A { node { id } }\nquery B { node { id } }"
    ),
    ("query A { album(id: $id) { id } }", "query A($id: ID!) { album(id: $id) { id } }"),
    (
      "\"One.\" # query\n query { album(id: $id) { id } }",
      "\"One.\" # query\n query($id: ID!) { album(id: $id) { id } }"
    ),
    ("{ node }", "{ node { id } }"), ("{ node { id { a } } }", "{ node { id } }"),
    ("{ album { id } }", "{ album(id: \"\") { id } }"),
    ("{ node @include { id } }", "{ node @include(if: false) { id } }"),
    (
      "{ search(text: \"\", filter: { year: 1, kidn: SINGLE }) { __typename } }",
      "{ search(text: \"\", filter: { year: 1, kind: SINGLE }) { __typename } }"
    ),
    ("{ album(id: 1, kind: SINGEL) { id } }", "{ album(id: 1, kind: SINGLE) { id } }"),
    ("{ album(id: 1, kind: \"SINGLE\") { id } }", "{ album(id: 1, kind: SINGLE) { id } }"),
    ("{ album(id: 1) { old } }", "{ album(id: 1) { title } }"),
    (
      "query A($i: ID) { album(id: $i) { id } }", "query A($i: ID!) { album(id: $i) { id } }"
    ),
    (
      "mutation A($s: Int) { rate(rating: { stars: $s }) { id } }",
      "mutation A($s: Int!) { rate(rating: { stars: $s }) { id } }"
    ),
    ("{ album(id: 1, id: 2) { id } }", "{ album(id: 1) { id } }"),
    ("{ node @skip(if: true) @skip(if: true) { id } }", "{ node @skip(if: true) { id } }"),
    ("query A($a: ID!, $a: ID!) { album(id: $a) { id } }", "query A($a: ID!) { album(id: $a) { id } }"),
    (
      "{ search(text: \"\", filter: { year: 1, year: 2 }) { __typename } }",
      "{ search(text: \"\", filter: { year: 1 }) { __typename } }"
    ),
    (
      "{ search(text: \"\", filter: { }) { __typename } }",
      "{ search(text: \"\", filter: { year: 0 }) { __typename } }"
    ),
    (
      "{ search(text: \"\", filter: { kinds: [] }) { __typename } }",
      "{ search(text: \"\", filter: { kinds: [], year: 0 }) { __typename } }"
    ),
    (
      "{ album(id: 1) { id } album(id: 2) { id } }", "{ album(id: 1) { id } album2: album(id: 2) { id } }"
    ),
    ("query A {\n  node {\n    id\n}\n", "query A {\n  node {\n    id\n  }\n}\n"),
    (
      "query A {\n  a: node {\n    id\n  node { id }\n}\n",
      "query A {\n  a: node {\n    id\n  }\n  node { id }\n}\n"
    ),
    ("query A {\n  node { id }\n", "query A {\n  node { id }\n}\n"),
    // Brackets of arguments are none of a selection's.
    (
      "query A {\n  album(\n    id: 1\n  ) {\n    id\n\n  node { id }\n}\n",
      "query A {\n  album(\n    id: 1\n  ) {\n    id\n\n  }\n  node { id }\n}\n"
    ),
    ("query A {\n  album(id: \"{\") {\n    id\n  }\n", "query A {\n  album(id: \"{\") {\n    id\n  }\n}\n"),
    (
      "{ node { ...Crad } } fragment Card on Node { id }", "{ node { ...Card } } fragment Card on Node { id }"
    ),
    (
      "query A($k: Knid) { album(id: 1, kind: $k) { id } }",
      "query A($k: Kind) { album(id: 1, kind: $k) { id } }"
    ),
    ("{ node @skp(if: true) { id } }", "{ node @skip(if: true) { id } }"),
    (
      "query A {\r\n  node { id }\r\n}\r\nfragment F on Node { id }\r\n",
      "query A {\r\n  node { id }\r\n}\r\n"
    ),
    (
      "query A(\"One.\" $b: Int, $c: ID!) { album(id: $c) { id } }",
      "query A($c: ID!) { album(id: $c) { id } }"
    ),
    (
      "query A { ...F(idd: 1) } fragment F($id: ID) on Query { node { id } }",
      "query A { ...F(id: 1) } fragment F($id: ID) on Query { node { id } }"
    ),
    (
      "query A { ...F } fragment F($id: ID!) on Query { album(id: $id) { id } }",
      "query A { ...F(id: \"\") } fragment F($id: ID!) on Query { album(id: $id) { id } }"
    ),
  ])
  func `first fix mends`(text: String, mended: String) throws {
    let document = Marked(text)
    let found = document.diagnostics + document.syntaxErrors
    let fix = try #require(found.flatMap(document.analysis.fixes).first)
    #expect(document.applying(fix.edits) == mended)
  }

  /// The titles of all that a text offers.
  @Test(arguments: [
    ("{ album { id } }", ["Add the missing arguments", "Add the missing arguments as variables"]),
    ("fragment F on Query { album { id } } { ...F }", ["Add the missing arguments"]),
    ("{ node { ...F } } fragment F on Node { id { a } }", ["Remove the selections"]),
    ("query A { album(id: 1) { id } } query A { node { id } }", []),
  ])
  func `a fix has a title`(text: String, expected: [String]) {
    let document = Marked(text)
    #expect(document.diagnostics.flatMap(document.analysis.fixes).map(\.title) == expected)
  }

  /// The value that an argument begins with has its type.
  @Test(arguments: [
    ("Float", "0.0"), ("Int", "0"), ("Boolean", "false"), ("String", "\"\""), ("ID", "\"\""), ("[Int]", "[]"),
    ("E", "A"),
  ])
  func `a placeholder of each type`(type: String, value: String) throws {
    let document = Marked("{ a }", schema: "type Query { a(b: \(type)!): Int } enum E { A B }")
    let fix = try #require(document.diagnostics.flatMap(document.analysis.fixes).first)
    #expect(document.applying(fix.edits) == "{ a(b: \(value)) }")
  }

  @Test(arguments: [
    ("{ node { id } } query B { node { id } }", "query a { node { id } } query B { node { id } }"),
    ("query { node { id } } query B { node { id } }", "query a { node { id } } query B { node { id } }"),
    ("mutation { rateAll } query B { node { id } }", "mutation a { rateAll } query B { node { id } }"),
  ])
  func `an operation is named after its file`(text: String, expected: String) throws {
    let document = Marked(text)
    let diagnostic = try #require(document.diagnostics.first { $0.code.name == "anonymous-operation" })
    let fix = try #require(document.analysis.fixes(for: diagnostic).first)
    #expect(document.applying(fix.edits) == expected)
    #expect(fix.title == "Name it \"a\"")
  }

  @Test(
    arguments: [
      ("{ search(text: \"\") }", ["Select \"__typename\"": "{ search(text: \"\") { __typename } }"]),
      (
        "{ album(id: 1) }",
        [
          "Select the leaf fields": "{ album(id: 1) { id title kind } }",
          "Select \"__typename\"": "{ album(id: 1) { __typename } }",
        ]
      ),
    ] as [(String, KeyValuePairs<String, String>)])
  func `a selection is added to a union, and to an object`(
    text: String, expected: KeyValuePairs<String, String>
  ) {
    let document = Marked(text)
    let found = document.diagnostics.flatMap(document.analysis.fixes)
    #expect(found.map(\.title) == expected.map(\.key))
    #expect(found.map { document.applying($0.edits) } == expected.map(\.value))
  }

  @Test func `missing arguments as variables`() throws {
    let document = Marked("{ album { id } }")
    let fix = try #require(document.diagnostics.flatMap(document.analysis.fixes).last)
    #expect(document.applying(fix.edits) == "query ($id: ID!) { album(id: $id) { id } }")
  }

  @Test func `a deprecated field is replaced by the siblings that its reason names`() {
    let schema = """
      type Query {
        old: Int @deprecated(reason: "Use `new`, other2 or _it; never old, new, node, needs(a:), gone or none.")
        new: Int other2: String _it: Int node: Query needs(a: Int!): Int gone: Int @deprecated
        record: Query @deprecated(reason: "Use node or optional, not new.") optional(a: Int): Query
        silent: Int @deprecated
      }
      """
    func edits(_ text: String) -> [String] {
      let document = Marked(text, schema: schema)
      return document.diagnostics.flatMap(document.analysis.fixes).map { document.applying($0.edits) }
    }
    #expect(edits("{ old }") == ["{ new }", "{ other2 }", "{ _it }"])
    #expect(edits("{ a: old @skip(if: true) }").first == "{ a: new @skip(if: true) }")
    #expect(edits("{ record { new } }") == ["{ node { new } }", "{ optional { new } }"])
    #expect(edits("{ silent }").isEmpty)
  }

  @Test func `at most five names and five types are offered`() {
    let types = (0..<8).map { "type T\($0) implements N { id: Int name\($0): Int common: Int }" }
    let members = (0..<8).map { "name\($0): Int" }.joined(separator: " ")
    let schema = "interface N { id: Int } type Query { n: N \(members) } \(types.joined(separator: " "))"
    func titles(_ text: String) -> [String] {
      let document = Marked(text, schema: schema)
      return document.diagnostics.flatMap(document.analysis.fixes).map(\.title)
    }
    #expect(titles("{ name }") == (0..<5).map { "Replace by \"name\($0)\"" })
    #expect(titles("{ n { common } }") == (0..<5).map { "Wrap in \"... on T\($0)\"" })
    // The whole field is wrapped.
    let document = Marked("{ n { c: common @skip(if: false) } }", schema: schema)
    let wrapped = document.diagnostics.flatMap(document.analysis.fixes).first?.edits.first?.text
    #expect(wrapped == "... on T0 { c: common @skip(if: false) }")
  }

  @Test func `a conflicting field gets the first alias that is free`() throws {
    let document = Marked("{ album(id: 1) { id } album2: node { id } album(id: 2) { id } }")
    let fix = try #require(document.diagnostics.flatMap(document.analysis.fixes).first)
    #expect(fix.title == "Name it \"album3\"")
    #expect(
      document.applying(fix.edits)
        == "{ album(id: 1) { id } album2: node { id } album3: album(id: 2) { id } }")
    let aliased = Marked("{ a: album(id: 1) { id } a: album(id: 2) { id } }")
    let other = try #require(aliased.diagnostics.flatMap(aliased.analysis.fixes).first)
    #expect(aliased.applying(other.edits) == "{ a: album(id: 1) { id } a2: album(id: 2) { id } }")
  }

  /// Fixes of the rules that are off by default. Each row: the code, a text, and the text after the first fix.
  @Test(arguments: [
    (DiagnosticCode.repeatedField, "{ node { id\n  id } }", "{ node { id\n} }"),
    (.repeatedField, "{ node { id } node { __typename } }", "{ node { id  __typename } }"),
    (.unnamedOperation, "{ node { id } }", "query a { node { id } }"),
    (
      .kindInName, "query NodeQuery { node { ...CardFragment } } fragment CardFragment on Node { id }",
      "query Node { node { ...CardFragment } } fragment CardFragment on Node { id }"
    ),
    (
      .kindInName, "fragment CardFragment on Node { id } query A { node { ...CardFragment } }",
      "fragment Card on Node { id } query A { node { ...Card } }"
    ),
    (
      .literalArgument, "query A { album(id: \"7\") { id } }",
      "query A($id: ID! = \"7\") { album(id: $id) { id } }"
    ),
    (
      .literalArgument,
      "query A($t: String!) { search(text: $t, filter: { year: 1, kinds: [SINGLE] }) { __typename } }",
      "query A($t: String!, $filter: Filter = { year: 1, kinds: [SINGLE] }) { search(text: $t, filter: $filter) { __typename } }"
    ),
    (
      .literalArgument,
      "query A($y: Int!) { search(text: \"\", filter: { year: $y, kinds: [SINGLE] }) { __typename } }",
      "query A($y: Int!, $text: String! = \"\") { search(text: $text, filter: { year: $y, kinds: [SINGLE] }) { __typename } }"
    ),
    (
      .unlimitedConnection, "query A { page { pageInfo } }",
      "query A($first: Int!) { page(first: $first) { pageInfo } }"
    ),
    (
      .unlimitedConnection, "query A { page(after: 1, first: null) { pageInfo } }",
      "query A($first: Int!) { page(after: 1, first: $first) { pageInfo } }"
    ),
    (
      .unlimitedConnection, "query A { page(after: 1) { pageInfo } }",
      "query A($first: Int!) { page(after: 1, first: $first) { pageInfo } }"
    ),
  ])
  func `an optional rule's first fix mends`(code: DiagnosticCode, text: String, mended: String) throws {
    var options = ValidationOptions()
    options.lint.codes = [code]
    let schema =
      Marked.schema.replacing("node: Node", with: "node: Node page(first: Int, after: Int): Page")
      + " type Page { pageInfo: Int edges: [Int] }"
    let document = Marked(text, schema: schema, options: options)
    let diagnostic = try #require(document.diagnostics.first { $0.code == code })
    let fix = try #require(document.analysis.fixes(for: diagnostic).first)
    #expect(document.applying(fix.edits) == mended)
  }

  /// A variable in a fragment would be one of all operations that spread it, and a second definition of a name is an error.
  @Test(arguments: [
    (DiagnosticCode.literalArgument, "query A { ...F } fragment F on Query { album(id: 1) { id } }"),
    (.literalArgument, "query A($id: ID) { album(id: 1) { id } }"),
    (.kindInName, "query AQuery { node { id } } query A { node { id } }"),
    (.deepSelection, "query A { node { id } }"),
  ])
  func `an optional rule without a fix`(code: DiagnosticCode, text: String) throws {
    var options = ValidationOptions()
    options.lint.codes = [code]
    options.lint.maximumDepth = 1
    let document = Marked(text, options: options)
    let diagnostic = try #require(document.diagnostics.first { $0.code == code })
    #expect(document.analysis.fixes(for: diagnostic).isEmpty)
  }
}
