import ApusSource
import Testing

@testable import ApusValidation

@Suite(.timeLimit(.minutes(15))) struct AllVariableUsagesAreAllowedTests {
  private func check(_ definition: String, _ selection: String) -> [String] {
    diagnostics(
      [.variableMismatch, .nullableOneOfVariable], "query (\(definition)) { \(selection) }",
      schema: """
        type Query { i(x: Int): Int n(x: Int!): Int d(x: Int! = 1): Int l(x: [Int]): Int m(x: [Int!]!): Int o(x: I): Int
          one(x: By!): Int ones(x: [By!]): Int }
        input I { n: Int! d: Int! = 1 }
        input By @oneOf { id: Int tag: String }
        """)
  }

  @Test(arguments: [
    ("$v: Int", "i(x: $v)"), ("$v: Int!", "i(x: $v)"), ("$v: Int!", "n(x: $v)"), ("$v: Int = 1", "n(x: $v)"),
    ("$v: Int", "d(x: $v)"), ("$v: [Int!]!", "l(x: $v)"), ("$v: Int", "l(x: [$v])"),
    ("$v: Int!", "m(x: [1, $v])"),
    ("$v: Int!", "o(x: {n: $v})"), ("$v: Int", "o(x: {n: 1, d: $v})"), ("$v: Boolean!", "i @skip(if: $v)"),
    ("$v: Unknown", "i(x: $v)"), ("$v: String", "i(unknown: $v)"), ("$v: Int!", "one(x: {id: $v})"),
    ("$v: Int = 1", "one(x: {id: $v})"),
  ])
  func `a variable is allowed where its type fits`(definition: String, selection: String) {
    #expect(check(definition, selection).isEmpty)
  }

  @Test(arguments: [
    ("$v: String", "i(x: $v)", "String", "Int"), ("$v: Int", "n(x: $v)", "Int", "Int!"),
    ("$v: Int = null", "n(x: $v)", "Int", "Int!"), ("$v: Int", "l(x: $v)", "Int", "[Int]"),
    ("$v: [Int]!", "m(x: $v)", "[Int]!", "[Int!]!"), ("$v: [Int]", "i(x: $v)", "[Int]", "Int"),
    ("$v: Int", "m(x: [$v])", "Int", "Int!"), ("$v: Int", "o(x: {n: $v})", "Int", "Int!"),
    ("$v: Boolean", "i @skip(if: $v)", "Boolean", "Boolean!"),
  ])
  func `a variable is refused where its type does not fit`(
    definition: String, selection: String, type: String, place: String
  ) {
    let found = check(definition, selection)
    let message = "Variable \"$v\" of type \"\(type)\" used in position expecting type \"\(place)\"."
    #expect(found.count == 1 && found[0].hasSuffix(" 1:8 \(message)"), "\(found)")
  }

  @Test(arguments: ["one(x: {id: $v})", "ones(x: [{id: $v}])", "ones(x: {id: $v})"])
  func `nullable in a oneOf input`(selection: String) {
    let found = check("$v: Int", selection)
    let message =
      "Variable \"$v\" is of type \"Int\" but must be non-nullable to be used for OneOf Input Object \"By\"."
    #expect(found.count == 1 && found[0].hasSuffix(message), "\(found)")
  }

  @Test func `use in a fragment is judged by each operation`() {
    #expect(
      diagnostics(
        [.variableMismatch, .nullableOneOfVariable],
        """
        query A($v: Int!) { ...F }
        query B($v: Int) { ...F }
        fragment F on Query { n(x: $v) }
        """, schema: "type Query { n(x: Int!): Int }")
        == ["3:28 2:9 Variable \"$v\" of type \"Int\" used in position expecting type \"Int!\"."])
  }
}
