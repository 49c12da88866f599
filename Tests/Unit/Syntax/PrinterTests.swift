import ReferencePrinter
import Testing

@testable import ApusSyntax

@Suite(.timeLimit(.minutes(15))) struct PrinterTests {
  @Test func `executable document`() {
    expectPrinted(
      """
      query Q($id: ID! = "1" @d, $on: Boolean = true) @onQuery {
        alias: field(a: 1, b: [2, 3], c: { d: $id }) @include(if: $on) {
          ...F @e
          ... on T @f {
            a
          }
          ... @skip(if: true) {
            b
          }
          ... {
            c
          }
        }
      }

      \"\"\"About F\"\"\"
      fragment F on T @g {
        a
      }
      """)
  }

  @Test(arguments: [
    ("query { a }", "{\n  a\n}"),
    ("query Q { a }", "query Q {\n  a\n}"),
    ("query ($a: Int) { a }", "query ($a: Int) {\n  a\n}"),
    ("query @d { a }", "query @d {\n  a\n}"),
    ("type A query { a }", "type A\n\nquery {\n  a\n}"),
    ("scalar A query { a }", "scalar A\n\n{\n  a\n}"),
    ("directive @d on FIELD query { a }", "directive @d on FIELD\n\n{\n  a\n}"),
    ("type A { b: C } query { a }", "type A {\n  b: C\n}\n\n{\n  a\n}"),
    ("mutation { a }", "mutation {\n  a\n}"),
    ("\"About\" query { a }", "\"About\"\nquery {\n  a\n}"),
    ("\"About\" mutation M { a }", "\"About\"\nmutation M {\n  a\n}"),
    (
      "{ ...F(a:1,b:[$c]) @d ...G } fragment F($a:Int=1 @e,$b:[ID!]!) on T @f { a }",
      "{\n  ...F(a: 1, b: [$c]) @d\n  ...G\n}\n\nfragment F($a: Int = 1 @e, $b: [ID!]!) on T @f {\n  a\n}"
    ),
    (
      "{ a { } ...on T{} } query Q { } fragment F on T { }",
      "{\n  a {}\n  ... on T {}\n}\n\nquery Q {}\n\nfragment F on T {}"
    ),
    (
      "query Q(\"One\" $a: Int, $b: Int) { a }",
      "query Q(\n\"One\"\n$a: Int\n$b: Int\n) {\n  a\n}"
    ),
  ])
  func `an operation is printed on lines of its own`(text: String, expected: String) {
    expectPrinted(text, expected)
  }

  @Test func `long arguments are wrapped`() {
    // With the field's name, 80 characters fit.
    let long = String(repeating: "x", count: 30)
    expectPrinted("{\n  f(a: \"\(long)\", b: \"\(long)12345\")\n}")
    expectPrinted(
      "{\n  f(a: \"\(long)\", b: \"\(long)123456\")\n}",
      "{\n  f(\n    a: \"\(long)\"\n    b: \"\(long)123456\"\n  )\n}")
  }

  @Test func `long lists and objects are wrapped`() {
    let long = String(repeating: "x", count: 50)
    expectPrinted(
      "{\n  f(a: [\"\(long)\", \"\(long)\"]) \n}",
      """
      {
        f(
          a: [
            "\(long)"
            "\(long)"
          ]
        )
      }
      """)
    expectPrinted(
      "{ f(a: {b: {c: \"\(long)\", d: \"\(long)\"}}) }",
      """
      {
        f(
          a: {
            b: {
              c: "\(long)"
              d: "\(long)"
            }
          }
        )
      }
      """)
  }

  /// The line has 80 columns for the value alone: arguments have lines of their own by then.
  @Test func `lists and objects of 80 columns stay on a line`() {
    func value(_ text: String, _ spread: String?) {
      expectPrinted("{ f(a: \(text)) }", "{\n  f(\n    a: \(spread ?? text)\n  )\n}")
    }
    let (x, y) = (String(repeating: "x", count: 36), String(repeating: "y", count: 32))
    value("[\"\(x)\", \"\(x)\"]", nil)
    value("[\"\(x)\", \"\(x)x\"]", "[\n      \"\(x)\"\n      \"\(x)x\"\n    ]")
    value("{ c: \"\(y)\", d: \"\(y)\" }", nil)
    value("{ c: \"\(y)\", d: \"\(y)y\" }", "{\n      c: \"\(y)\"\n      d: \"\(y)y\"\n    }")
  }

  @Test func `empty lists and objects`() {
    expectPrinted("{ f(a: [], b: {}) }", "{\n  f(a: [], b: {  })\n}")
  }

  @Test func `type system document`() {
    expectPrinted(
      """
      \"\"\"The schema\"\"\"
      schema @d {
        query: Q
        mutation: M
      }

      \"\"\"
      Two
      lines
      \"\"\"
      type T implements A & B @d {
        "A field"
        f(a: Int = 1 @e, b: [Int!]!): String @deprecated(reason: "Old")
        g(
          "An argument"
          a: Int
          b: Int
        ): Int
      }

      interface I implements A

      scalar S @specifiedBy(url: "https://example.com")

      union U @d = A | B

      enum E {
        A
        "Second"
        B @deprecated
      }

      input I {
        a: Int = 1
        b: I
      }

      directive @d(a: Int) @e @f(g: 1) repeatable on FIELD | OBJECT

      extend directive @d @e

      extend schema @d

      extend type T implements C

      extend union U = C
      """)
  }

  @Test func `block strings are indented`() {
    expectPrinted(
      "type T { \"\"\"\nOne\n\n  two\"\"\" a: Int }",
      "type T {\n  \"\"\"\n  One\n  \n    two\n  \"\"\"\n  a: Int\n}")
  }

  @Test func `any node`() {
    let parsed = Parsed("query Q($a: [Int!]! = [1]) { f(x: { y: $a }) @d { g } }")
    let printed = (0..<parsed.tree.count).map { Printer.print($0, of: parsed.tree) }
    #expect(
      printed.dropFirst() == [
        "$a: [Int!]! = [1]", "$a", "[Int!]!", "Int!", "[1]", "1",
        "{\n  f(x: { y: $a }) @d {\n    g\n  }\n}", "f(x: { y: $a }) @d {\n  g\n}", "x: { y: $a }",
        "{ y: $a }", "y: $a", "$a", "@d", "{\n  g\n}", "g",
      ])
  }
}
