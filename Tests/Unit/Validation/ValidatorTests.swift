import ApusSource
import ApusSchema
import Testing

@testable import ApusValidation

@Suite(.timeLimit(.minutes(15))) struct ValidatorTests {
  private let schema = "type Query { a: Query b(x: Int!): Int old: Int @deprecated }"

  @Test func `every rule on every file`() {
    #expect(
      diagnostics(nil, "query A { c b }", "query B { ...F }", "fragment G on Query { old }", schema: schema)
        == [
          "1:11 Cannot query field \"c\" on type \"Query\". Did you mean \"a\" or \"b\"?",
          "1:13 Argument \"Query.b(x:)\" of type \"Int!\" is required, but it was not provided.",
          "2/1:14 Unknown fragment \"F\".",
          "3/1:23 The field Query.old is deprecated. No longer supported",
          "3/1:10 Fragment \"G\" is never used.",
        ])
  }

  /// Each note with the text that it points at. What the specification defines has no place.
  @Test(arguments: [
    ("{ c }", ["\"Query\" is defined here. [Query]"]),
    ("{ __schema { c } }", []),
    ("{ old }", ["It is marked deprecated here. [old]"]),
    ("{ b(x: 1, z: 1) }", ["\"b\" is defined here. [b]"]),
    ("{ a @log(z: 1) }", ["\"@log\" is defined here. [log]"]),
    ("{ a @skip(if: true, z: 1) }", []),
    ("{ b }", ["The argument is defined here. [x]"]),
    ("{ b(x: \"1\") }", []),
    ("{ b(x: 1, e: NONE) }", ["The expected type is defined here. [E]"]),
    ("{ b(x: 1, by: { c: 1 }) }", ["The expected type is defined here. [By]"]),
    ("{ cat }", ["\"Cat\" is defined here. [Cat]"]),
    ("{ e { id } }", ["\"E\" is defined here. [E]"]),
    ("{ a { id } }", []),
    ("{ cat { ... on Dog { id } } }", ["\"Cat\" is defined here. [Cat]", "\"Dog\" is defined here. [Dog]"]),
    ("{ ... on E { id } }", ["\"E\" is defined here. [E]"]),
    ("query @log { a }", ["\"@log\" is defined here. [log]"]),
    ("query Q { b(x: $x) }", ["The operation is here. [Q]"]),
    ("{ b(x: $x) }", []),
    (
      "query ($x: Cat) { b(x: 1) @include(if: $x) }",
      [
        "\"Cat\" is defined here. [Cat]", "The variable is defined here. [$x: Cat]",
      ]
    ),
    ("query ($x: ID) { b(x: 1, by: { one: { id: $x } }) }", ["The variable is defined here. [$x: ID]"]),
    ("query Q { a } query Q { e }", ["The other operation of that name is here. [Q]"]),
    ("query Q { a } query R { a }", ["The other operation is here. [query Q { a }]"]),
    (
      "{ ...F } fragment F on Query { a } fragment F on Query { e }",
      [
        "The other fragment of that name is here. [F]"
      ]
    ),
    ("{ ...F } fragment F on Query { ...G } fragment G on Query { ...F }", ["It spreads \"G\" here. [...G]"]),
    ("{ x: a x: e }", ["\"x\" is selected here. [x: e]"]),
    ("{ ...F(y: 1) } fragment F on Query { a }", ["\"F\" is defined here. [F]"]),
    ("{ ...F } fragment F($x: Int!) on Query { b(x: $x) }", ["The variable is defined here. [$x: Int!]"]),
    (
      "{ ...F(x: 1) ...F(x: 2) } fragment F($x: Int!) on Query { b(x: $x) }",
      [
        "The other spread is here. [...F(x: 2)]"
      ]
    ),
    (
      "subscription { ...F } fragment F on Subscription { cats { ...G } } fragment G on Cat { ... @defer { id } }",
      [
        "The subscription reaches it here. [...G]", "The subscription reaches it here. [...F]",
      ]
    ),
  ])
  func `notes point at what a message is about`(_ document: String, _ expected: [String]) {
    let schema = """
      type Query { a: Int b(x: Int!, e: E, by: By): Int cat: Cat e: E old: Int @deprecated }
      type Cat { id: ID } type Dog { id: ID } type Subscription { cats: Cat }
      enum E { A } input By { one: One } input One @oneOf { id: ID }
      directive @log on FIELD
      directive @defer(if: Boolean! = true, label: String) on INLINE_FRAGMENT
      """
    let notes = Validated([document], schema: schema).diagnostics.flatMap(\.notes)
    #expect(
      notes.map { note in
        note.message + (note.range.map { " [\($0.file.text($0.start, $0.end))]" } ?? "")
      } == expected)
  }

  @Test func `notes name what may be meant`() {
    let documents = [
      "query A($first: Int!) { b(x: $frist) ...Patrs }", "fragment Parts on Query { __typename }",
    ]
    let codes: [DiagnosticCode] = [.undefinedVariable, .unknownFragment]
    let found = Validated(documents, schema: schema, codes: codes).diagnostics
    #expect(
      found.flatMap(\.notes).map(\.message) == [
        "Did you mean \"Parts\"?", "The operation is here.", "Did you mean \"$first\"?",
      ])
  }

  @Test func `fragments that nest too deeply end the run`() {
    // Each fragment's last spread continues the chain.
    func chain(_ count: Int, _ spreads: String) -> String {
      "{ ...F1 } "
        + (1..<count).map { "fragment F\($0) on Query { \(spreads)...F\($0 + 1) }" }.joined(separator: " ")
        + " fragment F\(count) on Query { a { ...U } } fragment G on Query { a }"
    }
    for spreads in ["", "...G ", "...U ...G "] {
      let accepted = diagnostics([.unknownFragment], chain(198, spreads), schema: schema)
      #expect(!accepted.isEmpty && accepted.allSatisfy { $0.hasSuffix(" Unknown fragment \"U\".") })
      let found = diagnostics([.unknownFragment], chain(199, spreads), schema: schema)
      #expect(
        found == ["1:1 Selections nest more than 200 deep through fragments. Validation aborted."])
    }
  }

  @Test func `the deepest of several spreads counts, from the level where it is`() {
    func chain(_ count: Int, _ document: String) -> [String] {
      diagnostics(
        [.unknownFragment],
        document + " fragment S on Query { __typename } "
          + (1..<count).map { "fragment F\($0) on Query { ...F\($0 + 1) }" }.joined(separator: " ")
          + " fragment F\(count) on Query { a { ...U } }", schema: schema)
    }
    let tooDeep = "Selections nest more than 200 deep through fragments. Validation aborted."
    for document in ["{ ...F1 ...S }", "{ ...S ...F1 }", "{ ...S ...F1 ...S }", "{ a { ...S } ...F1 }"] {
      #expect(chain(198, document).count == 1, "\(document)")
      #expect(chain(199, document) == ["1:1 " + tooDeep], "\(document)")
    }
    for document in ["{ ...S a { ...F1 } }", "{ a { ...F1 } ...F1 }", "{ ... { ...S ...F1 } }"] {
      #expect(chain(197, document).count == 1, "\(document)")
      #expect(chain(198, document) == ["1:1 " + tooDeep], "\(document)")
    }
    #expect(chain(199, "{ ...S } query B { ...F1 }") == ["1:10 " + tooDeep])
  }

  @Test func `codes are unique and have pages`() {
    let codes = DiagnosticCode.validationCodes
    #expect(Set(codes.map(\.name)).count == codes.count)
    for code in codes {
      #expect(!code.explanation.isEmpty && !code.fix.isEmpty && !code.example.isEmpty, "\(code.name)")
    }
  }
}
