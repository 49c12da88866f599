import ApusSource
import Testing

@testable import ApusValidation

@Suite(.timeLimit(.minutes(15))) struct FragmentArgumentsTests {
  private func check(_ document: String) -> [String] {
    Validated(
      [document],
      schema: """
        type Query { a(x: Int, y: Int! = 1, z: Int!, by: By, s: String): Query b: Int c: Query d(s: String): Int }
        extend type Query { two(by: By2): Int }
        input By2 { id: ID name: String }
        input By @oneOf { id: ID name: String }
        directive @on(x: Int) on FRAGMENT_VARIABLE_DEFINITION
        directive @off on VARIABLE_DEFINITION
        """
    ).lines
  }

  @Test(arguments: [
    "{ ...F(x: 1) } fragment F($x: Int) on Query { a(x: $x, z: 1) { b } }",
    "{ ...F } fragment F($x: Int = 1) on Query { a(x: $x, z: $x) { b } }",
    "{ ...F } fragment F($x: Int! = 1) on Query { a(z: $x) { b } }",
    "{ ...F } fragment F($x: Int) on Query { a(x: $x, z: 1) { b } }",
    "query ($x: Int!) { ...F(x: $x) } fragment F($x: Int!) on Query { a(z: $x) { b } }",
    // A fragment's variable hides the operation's.
    "query ($x: String) { d(s: $x) ...F(x: 1) } fragment F($x: Int!) on Query { a(z: $x) { b } }",
    "query ($x: Int = 2) { ...F(x: $x) } fragment F($x: Int!) on Query { a(z: $x) { b } }",
    "{ ...F(x: 1) ...F(x: 1) } fragment F($x: Int @on(x: 1)) on Query { a(x: $x, z: 1) { b } }",
    // Equal after substitution.
    "{ ...F(by: { id: 1, name: null }) ...F(by: { name: null, id: 1 }) } fragment F($by: By2) on Query { two(by: $by) }",
    "{ ...F(x: 1) ...G } fragment F($x: Int) on Query { a(x: $x, z: 1) { b } } fragment G on Query { ...F(x: 1) }",
    "query ($y: Int) { ...F(x: $y) ...G(x: $y) } fragment F($x: Int) on Query { a(x: $x, z: 1) { b } } fragment G($x: Int) on Query { ...F(x: $x) a(x: $x, z: 1) { b } }",
    "{ c { ...F(x: 1) } x: c { ...F(x: 2) } } fragment F($x: Int) on Query { a(x: $x, z: 1) { b } }",
  ])
  func `a valid argument is accepted`(_ document: String) { #expect(check(document) == []) }

  @Test(arguments: [
    (
      "{ ...F(y: 1) } fragment F($x: Int) on Query { a(x: $x, z: 1) { b } }",
      ["1:8 Unknown argument \"y\" on fragment \"F\". Did you mean \"x\"?"]
    ),
    (
      "{ ...F(y: 1) } fragment F on Query { b }", ["1:8 Unknown argument \"y\" on fragment \"F\"."]
    ),
    // What has no type can have any value.
    (
      "{ ...F(y: [E]) ...G(y: {e: \"\"}) } fragment F on Query { b }",
      ["1:8 Unknown argument \"y\" on fragment \"F\".", "1:19 Unknown fragment \"G\"."]
    ),
    (
      "{ ...F } fragment F($x: Int!) on Query { a(z: $x) { b } }",
      ["1:3 Fragment \"F\" argument \"x\" of type \"Int!\" is required, but it was not provided."]
    ),
    (
      "{ ...F(x: 1, x: 2) } fragment F($x: Int!) on Query { a(z: $x) { b } }",
      ["1:8 1:14 There can be only one argument named \"x\"."]
    ),
    (
      "{ ...F(x: 1) } fragment F($x: Int!, $x: Int!) on Query { a(z: $x) { b } }",
      [
        "1:28 1:38 There can be only one variable named \"$x\".",
        "1:27 Variable \"$x\" is never used in fragment \"F\".",
      ]
    ),
    (
      "{ ...F(x: \"1\") } fragment F($x: Int!) on Query { a(z: $x) { b } }",
      ["1:11 Int cannot represent non-integer value: \"1\""]
    ),
    (
      "{ ...F(x: 1) } fragment F($x: Int, $y: Int) on Query { a(x: $x, z: 1) { b } }",
      ["1:36 Variable \"$y\" is never used in fragment \"F\"."]
    ),
    (
      "{ ...F(x: 1) } fragment F($x: Query) on Query { a(x: $x, z: 1) { b } }",
      [
        "1:54 1:27 Variable \"$x\" of type \"Query\" used in position expecting type \"Int\".",
        "1:31 Variable \"$x\" cannot be non-input type \"Query\".",
      ]
    ),
    (
      "{ ...F(x: 1) } fragment F($x: Int) on Query { a(z: $x) { b } }",
      ["1:52 1:27 Variable \"$x\" of type \"Int\" used in position expecting type \"Int!\"."]
    ),
    (
      "{ ...F(x: 1) } fragment F($x: ID) on Query { a(z: 1, by: { id: $x }) { b } }",
      [
        "1:64 1:27 Variable \"$x\" is of type \"ID\" but must be non-nullable to be used for OneOf Input Object \"By\"."
      ]
    ),
    (
      "query ($s: String) { ...F(x: $s) } fragment F($x: Int) on Query { a(x: $x, z: 1) { b } }",
      ["1:30 1:8 Variable \"$s\" of type \"String\" used in position expecting type \"Int\"."]
    ),
    (
      "{ ...F(x: $n) } fragment F($x: Int) on Query { a(x: $x, z: 1) { b } }",
      ["1:11 1:1 Variable \"$n\" is not defined."]
    ),
    (
      "query ($x: Int) { ...F(x: 1) } fragment F($x: Int) on Query { a(x: $x, z: 1) { b } }",
      ["1:8 Variable \"$x\" is never used."]
    ),
    (
      "{ ...F(x: 1) } fragment F($x: Int @off) on Query { a(x: $x, z: 1) { b } }",
      ["1:35 Directive \"@off\" may not be used on FRAGMENT_VARIABLE_DEFINITION."]
    ),
  ])
  func `an invalid argument is reported`(_ document: String, _ expected: [String]) {
    #expect(check(document) == expected)
  }

  /// What is sent has no defaults of fragments.
  @Test(arguments: [
    (
      "{ ...F(x: null) } fragment F($x: Boolean = true) on Query { b @include(if: $x) }",
      ["1:11 Expected value of non-null type \"Boolean!\" not to be null."]
    ),
    (
      "query ($n: Int) { ...F(x: $n) ...G(x: $n) } fragment G($x: Int) on Query { ...F(x: $x) } fragment F($x: Int! = 1) on Query { a(z: $x) { b } }",
      ["1:27 1:8 Variable \"$n\" of type \"Int\" used in position expecting type \"Int!\"."]
    ),
  ])
  func `sent text`(_ document: String, _ expected: [String]) { #expect(check(document) == expected) }

  @Test(arguments: [
    (
      "{ ...F(x: 1) ...F(x: 2) } fragment F($x: Int) on Query { a(x: $x, z: 1) { b } }",
      ["1:3 1:14 Spreads \"F\" conflict because F(x: 1) and F(x: 2) have different fragment arguments."]
    ),
    (
      "{ ...F ...F(x: 2) } fragment F($x: Int) on Query { a(x: $x, z: 1) { b } }",
      ["1:3 1:8 Spreads \"F\" conflict because F and F(x: 2) have different fragment arguments."]
    ),
    // The last of equal spreads is named.
    (
      "{ ...F(x: 1) ...F(x: 2) ...F(x: 1) } fragment F($x: Int) on Query { a(x: $x, z: 1) { b } }",
      ["1:25 1:14 Spreads \"F\" conflict because F(x: 1) and F(x: 2) have different fragment arguments."]
    ),
    // Although the fields can be merged.
    (
      "{ ...F(x: true) ...F(x: false) } fragment F($x: Boolean!) on Query { b @include(if: $x) }",
      [
        "1:3 1:17 Spreads \"F\" conflict because F(x: true) and F(x: false) have different fragment arguments."
      ]
    ),
    (
      "{ c { ...F(x: 1) } ...G } fragment G on Query { c { ...F(x: 2) } } fragment F($x: Int) on Query { a(x: $x, z: 1) { b } }",
      ["1:7 1:53 Spreads \"F\" conflict because F(x: 1) and F(x: 2) have different fragment arguments."]
    ),
    (
      "{ a(x: 2, z: 1) { b } ...F(x: 1) } fragment F($x: Int) on Query { a(x: $x, z: 1) { b } }",
      [
        "1:3 1:67 Fields \"a\" conflict because they have differing arguments. Use different aliases on the fields to fetch both if this was intentional."
      ]
    ),
    (
      "{ c { ...F(x: 1) } ...G(y: 2) } fragment G($y: Int) on Query { c { a(x: $y, z: 1) { b } } } fragment F($x: Int) on Query { a(x: $x, z: 1) { b } }",
      [
        "1:3 1:68 1:64 1:124 Fields \"c\" conflict because subfields \"a\" conflict because they have differing arguments. Use different aliases on the fields to fetch both if this was intentional."
      ]
    ),
  ])
  func `spreads with other arguments conflict`(_ document: String, _ expected: [String]) {
    #expect(check(document) == expected)
  }

  @Test func `without the key`() {
    let lines = Validated(
      ["{ ...F(x: 1) } fragment F($x: Int) on Query { a(x: $x) }"], schema: "type Query { a(x: Int): Int }",
      options: ValidationOptions(allowsFragmentArguments: false)
    ).lines
    let message =
      "Fragment arguments are a draft of GraphQL's next edition. To use them, set \"fragmentArguments\" to true in apus.json."
    #expect(lines == ["1:8 \(message)", "1:27 \(message)"])
  }
}
