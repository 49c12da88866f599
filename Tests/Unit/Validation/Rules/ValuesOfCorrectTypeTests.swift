import ApusSource
import Testing

@testable import ApusValidation

@Suite(.timeLimit(.minutes(15))) struct ValuesOfCorrectTypeTests {
  private func check(_ document: String) -> [String] {
    diagnostics(
      [.invalidValue, .unknownInputField, .missingInputField, .oneOfValue], document,
      schema: """
        type Query { i(x: Int): Int f(x: Float): Int s(x: String): Int b(x: Boolean): Int id(x: ID): Int e(x: Size): Int
          c(x: Date): Int n(x: Int!): Int l(x: [Int!]): Int ll(x: [[Int]]): Int o(x: Point): Int one(x: By): Int }
        enum Size { SMALL LARGE }
        scalar Date
        input Point { x: Int! y: Int! = 0 label: String next: Point }
        input By @oneOf { id: ID name: String }
        directive @size(of: Size) on FIELD
        """)
  }

  @Test(arguments: [
    "i(x: 1)", "i(x: -2147483648)", "i(x: null)", "f(x: 1)", "f(x: 1.5e3)", #"s(x: "s")"#, #"s(x: """b""")"#,
    "b(x: true)", "id(x: 1)", #"id(x: "1")"#, "e(x: LARGE)", "c(x: {a: [1, $v]})", "n(x: 1)", "l(x: 1)",
    "l(x: [1, 2])", "l(x: null)", "ll(x: 1)", "ll(x: [1])", "ll(x: [[1], null])", "o(x: {x: 1})",
    #"o(x: {x: 1, y: 2, label: null, next: {x: $v}})"#, #"one(x: {id: "1"})"#, "one(x: {id: $v})", "i(x: $v)",
    "unknown(x: 1)", "i(unknown: $v)", "i(x: 1) @size(of: SMALL)",
  ])
  func `a value of its type is accepted`(selection: String) {
    #expect(check("{ \(selection) }").isEmpty)
  }

  @Test(arguments: [
    ("i(x: 1.0)", "Int cannot represent non-integer value: 1.0"),
    (#"i(x: "1")"#, #"Int cannot represent non-integer value: "1""#),
    ("i(x: 2147483648)", "Int cannot represent non 32-bit signed integer value: 2147483648"),
    (#"f(x: "1")"#, #"Float cannot represent non numeric value: "1""#),
    ("f(x: 1e999)", "Float cannot represent non finite value: 1e999"),
    ("s(x: 1)", "String cannot represent a non string value: 1"),
    ("s(x: A)", "String cannot represent a non string value: A"),
    ("b(x: 1)", "Boolean cannot represent a non boolean value: 1"),
    ("id(x: 1.0)", "ID cannot represent a non-string and non-integer value: 1.0"),
    ("e(x: LARG)", #"Value "LARG" does not exist in "Size" enum. Did you mean the enum value "LARGE"?"#),
    ("e(x: 1)", #"Enum "Size" cannot represent non-enum value: 1."#),
    ("n(x: null)", #"Expected value of non-null type "Int!" not to be null."#),
    ("i(x: 1) @size(of: HUGE)", #"Value "HUGE" does not exist in "Size" enum."#),
    ("o(x: 1)", #"Expected value of type "Point" to be an object, found: 1."#),
  ])
  func `a value of another type is refused`(selection: String, message: String) {
    let found = check("{ \(selection) }")
    #expect(found.count == 1 && found[0].hasSuffix(" " + message), "\(found)")
  }

  @Test func `list items`() {
    #expect(
      check("{ l(x: [1, \"2\", null]) }") == [
        "1:12 Int cannot represent non-integer value: \"2\"",
        "1:17 Expected value of non-null type \"Int!\" not to be null.",
      ])
  }

  @Test func `input objects`() {
    #expect(
      check("{ o(x: {lable: \"l\", next: {x: A}}) }") == [
        "1:8 Expected value of type \"Point\" to include required field \"x\", found: { lable: \"l\", next: { x: A } }.",
        "1:31 Int cannot represent non-integer value: A",
        "1:9 Expected value of type \"Point\" not to include unknown field \"lable\". Did you mean \"label\"? Found:"
          + " { lable: \"l\", next: { x: A } }.",
      ])
  }

  @Test(arguments: ["{}", "{id: 1, name: \"n\"}", "{id: null}", "{id: $a, name: $b}"])
  func `one of`(value: String) {
    #expect(
      check("{ one(x: \(value)) }") == [
        "1:10 Within OneOf Input Object type \"By\", exactly one field must be specified, and the value for that field"
          + " must be non-null."
      ])
  }

  @Test func `default values of variables`() {
    #expect(
      check("query ($a: Int = \"1\", $b: Int! = null, $c: [Size] = [SMALL, MEDIUM]) { i }") == [
        "1:18 Int cannot represent non-integer value: \"1\"",
        "1:34 Expected value of non-null type \"Int!\" not to be null.",
        "1:61 Value \"MEDIUM\" does not exist in \"Size\" enum.",
      ])
  }
}
