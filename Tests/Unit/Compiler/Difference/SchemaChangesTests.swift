import Testing

@testable import ApusCompiler

/// `apusc diff OLD NEW`: changes of a schema, whatever documents use.
@Suite(.timeLimit(.minutes(10))) struct SchemaChangesTests {
  /// Each row: members of the old schema, of the new one, and the changes.
  @Test(arguments: [
    ("type A { a: Int }", "", ["breaking type-removed A"]),
    ("", "type A { a: Int }", ["safe type-added A"]),
    ("scalar A", "enum A { B }", ["breaking type-changed-kind A"]),
    (
      "type A { a: Int b: Int }", "type A { a: Int c: Int }",
      ["breaking field-removed A.b", "safe field-added A.c"]
    ),
    ("type A { a: Int }", "type A { a: [Int] }", ["breaking field-changed-kind A.a"]),
    ("type A { a: [Int] }", "type A { a: [Int!]! }", ["safe field-type-changed A.a"]),
    ("type A { a: [Int!] }", "type A { a: [Int]! }", ["breaking field-changed-kind A.a"]),
    ("type A { a(b: Int): Int }", "type A { a: Int }", ["breaking arg-removed A.a(b:)"]),
    (
      "type A { a: Int }", "type A { a(b: Int! c: Int! = 1 d: Int): Int }",
      [
        "breaking required-arg-added A.a(b:)", "dangerous optional-arg-added A.a(c:)",
        "dangerous optional-arg-added A.a(d:)",
      ]
    ),
    ("type A { a(b: [Int!]): Int }", "type A { a(b: [Int]): Int }", ["safe arg-type-changed A.a(b:)"]),
    ("type A { a(b: Int): Int }", "type A { a(b: Int!): Int }", ["breaking arg-changed-kind A.a(b:)"]),
    ("type A { a(b: I = { x: 1 y: [1] }): Int }", "type A { a(b: I = { y: [1], x: 1 }): Int }", []),
    (
      "type A { a(b: I = { x: 1 }): Int }", "type A { a(b: I = { x: 2 }): Int }",
      [
        "dangerous arg-default-value-change A.a(b:)"
      ]
    ),
    (
      "type A { a(b: String = \"c\"): Int }", "type A { a(b: String): Int }",
      [
        "dangerous arg-default-value-change A.a(b:)"
      ]
    ),
    (
      "type A implements N { a: Int n: Int }", "type A { a: Int n: Int }",
      ["breaking implemented-interface-removed A"]
    ),
    (
      "type A { a: Int n: Int }", "type A implements N { a: Int n: Int }",
      ["dangerous implemented-interface-added A"]
    ),
    ("union U = Query", "union U = Query | T", ["dangerous type-added-to-union U"]),
    ("union U = Query | T", "union U = Query", ["breaking type-removed-from-union U"]),
    (
      "enum E { A B }", "enum E { A C }",
      ["breaking value-removed-from-enum E.B", "dangerous value-added-to-enum E.C"]
    ),
    ("enum E { A }", "enum E { A @deprecated }", ["safe deprecation-changed E.A"]),
    (
      "input J { a: Int }", "input J { a: Int b: Int! c: Int }",
      [
        "breaking required-input-field-added J.b", "dangerous optional-input-field-added J.c",
      ]
    ),
    (
      "input J { a: Int b: Int }", "input J { a: Int! }",
      ["breaking field-changed-kind J.a", "breaking field-removed J.b"]
    ),
    ("input J { a: Int }", "input J @oneOf { a: Int }", ["breaking one-of-added J"]),
    (
      "directive @d(a: Int) repeatable on FIELD | QUERY", "directive @d(b: Int!) on FIELD",
      [
        "breaking directive-repeatable-removed @d", "breaking directive-location-removed @d",
        "breaking directive-arg-removed @d(a:)", "breaking required-directive-arg-added @d(b:)",
      ]
    ),
    ("directive @d on FIELD", "", ["breaking directive-removed @d"]),
    (
      "directive @d on FIELD", "directive @d on FIELD extend directive @d @deprecated",
      ["safe deprecation-changed @d"]
    ),
    ("\"old\" scalar A", "\"new\" scalar A", ["safe description-changed A"]),
    (
      "type M { a: Int } schema { query: Query mutation: M }", "type M { a: Int } schema { query: Query }",
      [
        "breaking root-type-removed M"
      ]
    ),
    (
      "type M { a: Int } schema { query: Query }",
      "type M { a: Int } schema { query: Query subscription: M }",
      ["safe root-type-added M"]
    ),
    (
      "type M { a: Int } type N { a: Int } schema { query: Query mutation: M }",
      "type M { a: Int } type N { a: Int } schema { query: Query mutation: N }",
      ["breaking root-type-changed N"]
    ),
    (
      "type A { a(b: [I] = [{ x: 1 y: [2] }]): Int }", "type A { a(b: [I] = [{ y: [2] x: 1 }]): Int }", []
    ),
    (
      "type A { a(b: [I] = [{ x: 1 y: [2] }]): Int }", "type A { a(b: [I] = [{ y: [3] x: 1 }]): Int }",
      ["dangerous arg-default-value-change A.a(b:)"]
    ),
    ("type A { a(b: Int): Int }", "type A { a(b: Int = 1): Int }", ["safe arg-default-value-change A.a(b:)"]),
    ("type A { a(b: Int!): Int }", "type A { a(b: Int): Int }", ["safe arg-type-changed A.a(b:)"]),
    ("type A { a: Int! }", "type A { a: Int }", ["breaking field-changed-kind A.a"]),
    ("type A { a: Int }", "type A { a: String }", ["breaking field-changed-kind A.a"]),
  ])
  func `each change has its effect and its coordinate`(_ old: String, _ new: String, _ expected: [String])
    throws
  {
    let common =
      "type Query { q(i: I): T } type T { t: Int } interface N { n: Int } input I { x: Int y: [Int] }\n"
    let folder = try TemporaryFolder(["old.graphqls": common + old, "new.graphqls": common + new])
    let found = SchemaDifference.changes(from: folder["old.graphqls"], to: folder["new.graphqls"])
    let changes = try #require(found.changes)
    #expect(changes.map { "\($0.effect.rawValue) \($0.kind) \($0.coordinate)" } == expected)
    let same = SchemaDifference.changes(from: folder["new.graphqls"], to: folder["new.graphqls"])
    #expect(same.changes?.isEmpty == true)
  }

  @Test func `a schema that cannot be read is an error`() throws {
    let folder = try TemporaryFolder(["a.graphqls": "type Query { a: Int }", "b.graphqls": "type {"])
    let found = SchemaDifference.changes(from: folder["a.graphqls"], to: folder["b.graphqls"])
    #expect(found.changes == nil && !found.diagnostics.isEmpty)
  }
}
