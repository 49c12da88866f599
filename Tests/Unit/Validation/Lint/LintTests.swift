import ApusSource
import Testing

@testable import ApusValidation

/// The rules that are off by default.
@Suite(.timeLimit(.minutes(15))) struct LintTests {
  private static let schema = """
    type Query {
      a(x: Int = 1, list: [Int], in: In): Query b: Int c: [Query] page(first: Int, last: Int, after: String): Page
      byDefault(first: Int = 10): Page byNull(first: Int = null, last: Int): Page nodes(first: Int): Nodes onlyLast(last: Int!): Page endless: Page
      old: Int @deprecated(reason: "Use b. Removed after 2026-01-31.") older(x: Int @deprecated(reason: "2025-06-01, or 2026-02-28.")): Int
      recent: Int @deprecated(reason: "Deprecated since 2023-01-01.")
      undated: Int @deprecated(reason: "2026-02-30 2026-1-1 12026-01-01 2026-01-011 01/02/2025")
    }
    type Page { edges: [Edge] pageInfo: Info! total: Int self(first: Int): Page }
    type Nodes { nodes: [Query] pageInfo: Info! }
    type Edge { node: Query }
    type Info { endCursor: String }
    input In { x: Int y: [Int] in: In e: E }
    enum E { ONE }
    type Mutation { a: Int }
    """

  /// The lines of a rule that is on.
  private func lines(_ code: DiagnosticCode, _ documents: String..., depth: Int = .max) -> [String] {
    var options = ValidationOptions()
    options.lint.codes = [code]
    options.lint.maximumDepth = depth
    options.lint.today = CalendarDate(year: 2026, month: 2, day: 1)
    let found = Validated(documents, schema: Self.schema, options: options)
    #expect(found.diagnostics.allSatisfy { $0.code != code || $0.severity == .warning })
    #expect(Validated(documents, schema: Self.schema).diagnostics.allSatisfy { $0.code != code })
    return Validated(documents, schema: Self.schema, codes: [code], options: options).lines
  }

  /// The places of a rule's diagnostics, without their messages.
  private func places(_ code: DiagnosticCode, _ documents: String..., depth: Int = .max) -> [String] {
    var options = ValidationOptions()
    options.lint.codes = [code]
    options.lint.maximumDepth = depth
    return Validated(documents, schema: Self.schema, codes: [code], options: options).diagnostics.map {
      diagnostic in
      diagnostic.ranges[0].file.text(diagnostic.ranges[0].start, diagnostic.ranges[0].end)
    }
  }

  // MARK: - Repeated fields

  @Test(arguments: [
    "{ b c { b } }", "{ b d: b }", "{ a { b } ... { b } ...F } fragment F on Query { b }",
    "{ a { b } c { b } }",
    "query Q($x: Boolean!) { b b @include(if: $x) }",
    "query Q($x: Boolean!) { b @skip(if: $x) b @include(if: $x) }",
  ])
  func `fields that are selected once`(document: String) {
    #expect(places(.repeatedField, document) == [])
  }

  @Test func `fields that are selected twice`() {
    #expect(
      lines(.repeatedField, "{ b c { b }\n  b }") == [
        "2:3 1:3 \"b\" is already selected in this selection set. Remove one of the two."
      ])
    #expect(places(.repeatedField, "{ c { b } b: b c { d: b d: b } b }") == ["c", "b", "d"])
    #expect(
      places(
        .repeatedField, "query Q($x: Boolean!) { b @skip(if: $x) ... { b @skip(if: $x) b @skip(if: $x) } }")
        == ["b"])
  }

  // MARK: - Names

  @Test func `operations without a name`() {
    #expect(places(.unnamedOperation, "query A { b }", "fragment F on Query { b }") == [])
    // Next to others, it is an error anyway.
    #expect(places(.unnamedOperation, "{ b } query A { b }") == [])
    #expect(
      lines(.unnamedOperation, "query A { b }", "\n  { b }") == [
        "2/2:3 This operation has no name, so the server's logs cannot name it. Name it."
      ])
    #expect(places(.unnamedOperation, "query { b }", "mutation ($x: Int) { a }").count == 2)
  }

  @Test(arguments: [
    "query Album { b }", "query Query { b }", "query Queries { b }", "query AlbumFragment { b }",
    "query _query { b }",
    "fragment AlbumQuery on Query { b }", "fragment Fragment on Query { b }", "query { b }",
    "query Jquery { b }",
  ])
  func `names without their kind`(document: String) {
    #expect(places(.kindInName, document) == [])
  }

  @Test(arguments: [
    ("query AlbumQuery { b }", "AlbumQuery", "Album"), ("query albumQuery { b }", "albumQuery", "album"),
    ("mutation SAVE_MUTATION { a }", "SAVE_MUTATION", "SAVE"),
    ("query AlbumMutation { b }", "AlbumMutation", "Album"),
    ("fragment CardFragment on Query { b }", "CardFragment", "Card"),
    ("query AlbumQueryQuery { b }", "AlbumQueryQuery", "AlbumQuery"),
  ])
  func `names with their kind`(document: String, name: String, stem: String) throws {
    #expect(places(.kindInName, document) == [name])
    let line = try #require(lines(.kindInName, document).first)
    #expect(line.hasSuffix("Name it \"\(stem)\"."), "\(line)")
  }

  // MARK: - Literals

  @Test(arguments: [
    (
      "query Q($x: Int = 1, $y: [Int] = [1]) { a(x: $x, list: $y, in: { x: $x, y: [$x], in: { x: $x } }) { b } }",
      []
    ),
    ("query Q { b @include(if: true) ...F @skip(if: false) } fragment F on Query { b }", []),
    ("{ a(x: 1) { a(list: [1, 2]) { b } } }", ["1", "[1, 2]"]),
    (
      "query Q($x: Int) { a(list: [1, $x, 2], in: { x: 1, y: [], e: ONE, in: { x: $x, y: null } }) { b } }",
      ["1", "2", "1", "[]", "ONE", "null"]
    ),
    ("{ a(in: { x: 1, in: {} }) { b } } fragment F on Query { a(x: 3) { b } }", ["{ x: 1, in: {} }", "3"]),
  ])
  func `literals in arguments of fields`(document: String, expected: [String]) {
    #expect(places(.literalArgument, document) == expected)
  }

  // MARK: - Depth

  @Test func `operations that are not too deep`() {
    let document = "{ __typename a { __typename b ...F } } fragment F on Query { c { __typename } ... { b } }"
    #expect(places(.deepSelection, document, depth: 2) == [])
    #expect(places(.deepSelection, document) == [])
  }

  @Test func `introspection has no depth`() {
    let introspection = "__schema { types { fields { type { ofType { name } } } } }"
    let type = "__type(name: \"Query\") { ...T }"
    let fragment = "fragment T on __Type { fields { type { ofType { ofType { name } } } } }"
    #expect(places(.deepSelection, "{ \(introspection) \(type) b } \(fragment)", depth: 1) == [])
    #expect(places(.deepSelection, "{ \(introspection) a { b } }", depth: 1) == ["b"])
    #expect(
      places(
        .deepSelection, "{ ...F \(type) } fragment F on Query { \(introspection) } \(fragment)", depth: 1)
        == [])
  }

  @Test func `operations that are too deep`() {
    let document = "query A { b a { b c { a { b } } } }"
    #expect(
      lines(.deepSelection, document, depth: 2) == [
        "1:23 \"A\" nests 4 fields in one another, and the limit is 2. Request the inner objects by operations of their own."
      ])
    #expect(places(.deepSelection, document, depth: 1) == ["b"])
    #expect(places(.deepSelection, document, depth: 3) == ["b"])
    #expect(places(.deepSelection, document, depth: 4) == [])
  }

  /// The operation exceeds the limit, so the place is in it, and a note is at the field.
  @Test func `fragments that are too deep`() {
    var options = ValidationOptions()
    options.lint.codes = [.deepSelection]
    options.lint.maximumDepth = 2
    let found = Validated(
      ["{ a { ... { ...F } } }", "fragment F on Query { b ...G } fragment G on Query { c { x: b } }"],
      schema: Self.schema,
      codes: [.deepSelection], options: options)
    #expect(found.lines.map { $0.prefix(4) } == ["1:16"])
    let note = found.diagnostics.first?.notes.first?.range
    #expect(note.map { "\($0.file.path) \($0.file.text($0.start, $0.end))" } == "2.graphql x")
  }

  /// Each fragment spreads the next one twice, so that it has more paths than anybody could follow.
  @Test func `the depth of a long chain of fragments is found`() {
    let fragments = (0..<60).map { "fragment F\($0) on Query { a { ...F\($0 + 1) } x: a { ...F\($0 + 1) } }" }
    let document = "{ ...F0 } \(fragments.joined(separator: " ")) fragment F60 on Query { b }"
    #expect(lines(.deepSelection, document, depth: 60).first?.contains("nests 61 fields") == true)
    #expect(places(.deepSelection, document, depth: 61) == [])
  }

  // MARK: - Connections

  @Test(arguments: [
    (
      "query Q($x: Int) { page(first: $x) { edges { node { b } } } p: page(last: 3) { pageInfo { endCursor } } }",
      []
    ),
    (
      "{ byDefault { edges { node { b } } } onlyLast(last: 1) { edges { node { b } } } endless { edges { node { b } } } }",
      []
    ),
    ("{ page { edges { node { p: page(after: \"\") { edges { node { b } } } } } } }", ["page", "p"]),
    (
      "{ page(first: null) { edges { node { b } } } byDefault(first: null) { edges { node { b } } } }",
      ["page", "byDefault"]
    ),
    ("query Q($x: Int) { page(first: null, last: $x) { edges { node { b } } } }", []),
    (
      "query Q($x: Int) { byNull { edges { node { b } } } n: byNull(first: $x) { edges { node { b } } } }",
      ["byNull"]
    ),
    // Without elements, a page need not be loaded. A connection within is one of its own.
    ("{ page { total __typename } p: page { self { total } ... { total } } }", []),
    ("{ page { edges: total self { e: edges { node { b } } } } }", ["self"]),
    ("{ page { pageInfo { endCursor } } nodes { n: nodes { b } } }", ["page", "nodes"]),
    ("{ page { ... { ... on Page { edges { node { b } } } } } }", ["page"]),
    (
      "{ page { ...F } p: page { ...H } } fragment F on Page { ...G } fragment G on Page { pageInfo { endCursor } } fragment H on Page { total }",
      ["page"]
    ),
  ])
  func `connections without a limit`(document: String, expected: [String]) {
    #expect(places(.unlimitedConnection, document) == expected)
  }

  // MARK: - Deprecations

  @Test func `deprecations whose date is over`() {
    #expect(
      lines(.expiredDeprecation, "{ b old older(x: 1) undated recent }") == [
        "1:5 The field Query.old is deprecated. The date in the reason, 2026-01-31, is over. Use b. Removed after 2026-01-31."
      ])
    var options = ValidationOptions()
    options.lint.codes = [.expiredDeprecation]
    func codes(_ month: Int, _ day: Int) -> [String] {
      options.lint.today = CalendarDate(year: 2026, month: month, day: day)
      return Validated(["{ old older(x: 1) undated }"], schema: Self.schema, options: options).diagnostics
        .map(\.code.name)
    }
    // The last day is not over yet.
    #expect(codes(1, 31) == ["deprecated-field", "deprecated-argument", "deprecated-field"])
    #expect(codes(2, 28) == ["expired-deprecation", "deprecated-argument", "deprecated-field"])
    #expect(codes(3, 1) == ["expired-deprecation", "expired-deprecation", "deprecated-field"])
  }
}
