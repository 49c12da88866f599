import Testing

@testable import ApusCompiler

/// `apusc diff OLD NEW`: what is said about each change, and at which name of the new schema.
@Suite(.timeLimit(.minutes(10))) struct SchemaChangeReportTests {
  /// Each row: members of the old schema, of the new one, and for each change the line and the text of its place, if it has one,
  /// and its message.
  @Test(arguments: [
    ("scalar A", "", [#"-: The type "A" was removed."#]),
    ("", "scalar A", [#"2 A: The type "A" was added."#]),
    ("scalar A", "union A = T", [#"2 A: "A" was a scalar and is a union."#]),
    ("input A { a: Int }", "interface A { a: Int }", [#"2 A: "A" was an input object and is an interface."#]),
    ("enum A { B }", "type A { a: Int }", [#"2 A: "A" was an enum and is an object type."#]),
    ("\"old\" scalar A", "scalar A", [#"2 A: The description of "A" changed."#]),

    ("type A { a: Int b: Int }", "type A { a: Int }", [#"2 A: The field "A.b" was removed."#]),
    ("type A { a: Int }", "type A { a: Int b: Int }", [#"2 b: The field "A.b" was added."#]),
    ("type A { a: Int }", "type A { a: Int! }", [#"2 a: The field "A.a" was "Int" and is "Int!"."#]),
    (
      "type A { a: Int }", "type A { \"new\" a: Int @deprecated(reason: \"old\") }",
      [#"2 a: The description of "A.a" changed."#, #"2 a: "A.a" is deprecated: old"#]
    ),
    (
      "type A { a: Int @deprecated b: Int @deprecated }",
      "type A { a: Int b: Int @deprecated(reason: \"r\") }",
      [#"2 a: "A.a" is no longer deprecated."#, #"2 b: The reason for which "A.b" is deprecated changed."#]
    ),

    ("type A { a(b: Int): Int }", "type A { a: Int }", [#"2 a: The argument "A.a(b:)" was removed."#]),
    (
      "type A { a: Int }", "type A { a(b: Int! c: Int): Int }",
      [
        #"2 b: The required argument "A.a(b:)" was added."#,
        #"2 c: The optional argument "A.a(c:)" was added."#,
      ]
    ),
    (
      "type A { a(b: Int): Int }", "type A { a(b: Int!): Int }",
      [#"2 b: The argument "A.a(b:)" was "Int" and is "Int!"."#]
    ),
    (
      "type A { a(b: Int = 1 c: Int d: Int = 1): Int }", "type A { a(b: Int = 2 c: Int = 3 d: Int): Int }",
      [
        #"2 b: The default of "A.a(b:)" was 1 and is 2."#,
        #"2 d: The default of "A.a(d:)" was 1 and is none."#,
        #"2 c: The default of "A.a(c:)" was none and is 3."#,
      ]
    ),

    ("input A { a: Int b: Int }", "input A { a: Int }", [#"2 A: The input field "A.b" was removed."#]),
    (
      "input A { a: Int }", "input A { a: Int b: Int! c: Int }",
      [
        #"2 b: The required input field "A.b" was added."#,
        #"2 c: The optional input field "A.c" was added."#,
      ]
    ),
    ("input A { a: Int }", "input A @oneOf { a: Int }", [#"2 A: "A" takes one field only, as @oneOf."#]),
    ("input A @oneOf { a: Int }", "input A { a: Int }", [#"2 A: "A" is no longer @oneOf."#]),

    ("enum A { B C }", "enum A { B }", [#"2 A: The enum value "A.C" was removed."#]),
    ("enum A { B }", "enum A { B C }", [#"2 C: The enum value "A.C" was added."#]),
    ("union A = T | Query", "union A = T", [#"2 A: "Query" was removed from the union "A"."#]),
    ("union A = T", "union A = T | Query", [#"2 A: "Query" was added to the union "A"."#]),
    ("type A implements N { n: Int }", "type A { n: Int }", [#"2 A: "A" no longer implements "N"."#]),
    ("type A { n: Int }", "type A implements N { n: Int }", [#"2 A: "A" now implements "N"."#]),

    ("directive @a on FIELD", "", [#"-: The directive "@a" was removed."#]),
    ("", "directive @a on FIELD", [#"2 a: The directive "@a" was added."#]),
    ("directive @a on FIELD", "directive @a repeatable on FIELD", [#"2 a: "@a" became repeatable."#]),
    ("directive @a repeatable on FIELD", "directive @a on FIELD", [#"2 a: "@a" is no longer repeatable."#]),
    (
      "directive @a on FIELD", "directive @a on QUERY",
      [#"2 a: "@a" is no longer allowed on FIELD."#, #"2 a: "@a" is now allowed on QUERY."#]
    ),
    (
      "directive @a(b: Int) on FIELD", "directive @a(c: Int! d: Int) on FIELD",
      [
        #"2 a: The argument "@a(b:)" was removed."#, #"2 c: The required argument "@a(c:)" was added."#,
        #"2 d: The optional argument "@a(d:)" was added."#,
      ]
    ),

    (
      "type M { a: Int }", "type M { a: Int } schema { query: Query mutation: M }",
      [#"2 M: "M" became the mutation type."#]
    ),
    (
      "type M { a: Int } schema { query: Query mutation: M }", "type M { a: Int }",
      [#"-: The schema no longer has a mutation type."#]
    ),
    (
      "schema { query: Query }", "schema { query: T }", [#"1 T: The query type was "Query" and is "T"."#]
    ),
  ])
  func `each change says what changed and where`(_ old: String, _ new: String, _ expected: [String]) throws {
    let common = "type Query { q: T } type T { t: Int } interface N { n: Int }\n"
    let folder = try TemporaryFolder(["old.graphqls": common + old, "new.graphqls": common + new])
    let changes = try #require(
      SchemaDifference.changes(from: folder["old.graphqls"], to: folder["new.graphqls"]).changes)
    let found = changes.map { change in
      let place = change.range.map { "\($0.position.line) \($0.file.text($0.start, $0.end))" } ?? "-"
      return "\(place): \(change.message)"
    }
    #expect(found == expected)
  }

  @Test(arguments: [
    ("schema { query: Query }", "schema { query: T }", "breaking root-type-changed T"),
    ("type M { a: Int }", "type M { a: Int } schema { query: Query mutation: M }", "safe root-type-added M"),
    ("", "directive @a on FIELD", "safe directive-added @a"),
    ("directive @a on FIELD", "directive @a repeatable on FIELD", "safe directive-repeatable-added @a"),
    ("directive @a on FIELD", "directive @a on FIELD | QUERY", "safe directive-location-added @a"),
    ("directive @a on FIELD", "directive @a(b: Int) on FIELD", "safe optional-directive-arg-added @a(b:)"),
    ("input A @oneOf { a: Int }", "input A { a: Int }", "safe one-of-removed A"),
    ("input A { a: Int }", "input A { a: Int = 1 }", "safe field-default-value-change A.a"),
    ("input A { a: Int = 1 }", "input A { a: Int }", "dangerous field-default-value-change A.a"),
    ("type A { a: [Int] }", "type A { a: [Int!] }", "safe field-type-changed A.a"),
    ("type A { a: [[Int]!] }", "type A { a: [[Int]] }", "breaking field-changed-kind A.a"),
    ("input A { a: [Int!]! }", "input A { a: [Int!] }", "safe field-type-changed A.a"),
    ("input A { a: [Int] }", "input A { a: [Int!] }", "breaking field-changed-kind A.a"),
    ("type A { a: Int }", "type A { a: Float }", "breaking field-changed-kind A.a"),
  ])
  func `a change is safe if every old document and value stays valid`(
    _ old: String, _ new: String, _ expected: String
  ) throws {
    let common = "type Query { q: T } type T { t: Int }\n"
    let folder = try TemporaryFolder(["old.graphqls": common + old, "new.graphqls": common + new])
    let changes = SchemaDifference.changes(from: folder["old.graphqls"], to: folder["new.graphqls"]).changes
    #expect(changes?.map { "\($0.effect.rawValue) \($0.kind) \($0.coordinate)" } == [expected])
  }
}
