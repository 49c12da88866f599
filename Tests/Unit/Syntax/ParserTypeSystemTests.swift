import Testing

@testable import ApusSyntax

@Suite(.timeLimit(.minutes(15))) struct ParserTypeSystemTests {
  @Test func `nodes of a type definition`() {
    let parsed = Parsed(
      #""About" type T implements & A & B @d { "Field" f("Argument" a: Int! = 1 @e): [String!] @g }"#)
    #expect(parsed.summary.isEmpty)
    #expect(
      parsed.outline(0) == """
        objectType T
         description
         namedType A
         namedType B
         directive d
         fieldDefinition f
          description
          inputValueDefinition a
           description
           namedType Int
           intValue
           directive e
          listType
           namedType String
          directive g
        """)
  }

  @Test(arguments: [
    "schema @d { query: Q mutation: M subscription: S }", "scalar S @d", "type T", "type T @d",
    "type T implements A & B", "interface I implements A { a: Int }", "union U @d = A | B", "union U",
    "enum E @d { A @e B }", "input I @d { a: Int = 1 @e }",
    "directive @d(a: Int) repeatable on FIELD | OBJECT", "extend directive @d @a @b(c: 1)",
    "directive @d(a: Int @e) @f @g(h: 1) repeatable on DIRECTIVE_DEFINITION | FRAGMENT_VARIABLE_DEFINITION",
    "extend schema @d", "extend schema { query: Q }", "extend scalar S @d", "extend type T { a: Int }",
    "extend type T implements A", "extend interface I @d", "extend union U = A", "extend enum E { A }",
    "extend input I { a: Int }", "union U = | A | B", "directive @d on | FIELD",
    "\"About\" schema { query: Q }", "\"About\" directive @d on FIELD",
  ])
  func `every definition is accepted`(text: String) {
    let parsed = Parsed(text)
    #expect(parsed.summary.isEmpty)
    #expect(parsed.tree.has(NodeFlag.isExtension, 0) == text.hasPrefix("extend"))
    #expect(parsed.tree.nodes[0].next == parsed.tree.count)
  }

  @Test(arguments: [
    ("type 1️⃣{ a: Int }", "Expected Name, found \"{\"."),
    ("type T { 1️⃣}", "Expected Name, found \"}\"."),
    ("type T { a 1️⃣}", "Expected \":\", found \"}\"."),
    ("type T { a: 1️⃣}", "Expected Name, found \"}\"."),
    ("type T { a: [Int 1️⃣}", "Expected \"]\", found \"}\"."),
    ("type T { a: Int!1️⃣! }", "Expected Name, found \"!\"."),
    ("type T { a(1️⃣): Int }", "Expected Name, found \")\"."),
    ("type T implements 1️⃣{ a: Int }", "Expected Name, found \"{\"."),
    ("type T implements A & 1️⃣", "Expected Name, found <EOF>."),
    ("type T implements A, 1️⃣B { a: Int }", "Unexpected Name \"B\"."),
    ("union U = 1️⃣", "Expected Name, found <EOF>."),
    ("union U = |1️⃣| A", "Expected Name, found \"|\"."),
    ("enum E { 1️⃣true }", "Name \"true\" is reserved and cannot be used for an enum value."),
    ("enum E { 1️⃣}", "Expected Name, found \"}\"."),
    ("input I { a1️⃣(b: Int): Int }", "Expected \":\", found \"(\"."),
    ("input I { a: Int = 1️⃣$b }", "Unexpected variable \"$b\" in constant value."),
    ("schema 1️⃣", "Expected \"{\", found <EOF>."),
    ("schema { 1️⃣other: Q }", "Unexpected Name \"other\"."),
    ("directive 1️⃣d on FIELD", "Expected \"@\", found Name \"d\"."),
    ("directive @d on 1️⃣NOWHERE", "Unexpected Name \"NOWHERE\"."),
    ("directive @d on1️⃣", "Expected Name, found <EOF>."),
    ("directive @d repeatable 1️⃣@a on FIELD", "Expected \"on\", found \"@\"."),
    ("directive @d @a(b: 1️⃣$c) on FIELD", "Unexpected variable \"$c\" in constant value."),
    ("extend directive 1️⃣d @a", "Expected \"@\", found Name \"d\"."),
    ("extend directive @d1️⃣", "Unexpected <EOF>."),
    ("extend directive @d 1️⃣on FIELD", "Unexpected Name \"on\"."),
    ("extend directive @d1️⃣(a: Int) @a", "Unexpected \"(\"."),
    ("extend type T1️⃣", "Unexpected <EOF>."),
    ("extend scalar S1️⃣", "Unexpected <EOF>."),
    ("extend schema1️⃣", "Unexpected <EOF>."),
    (
      "1️⃣\"About\" extend type T @d",
      "Unexpected description, only GraphQL definitions support descriptions."
    ),
  ])
  func `an error has its place`(marked: String, message: String) {
    expectError(marked, message)
  }
}
