import Testing

@testable import ApusSyntax

@Suite(.timeLimit(.minutes(5))) struct ParserExecutableTests {
  @Test func nodesOfAnOperation() {
    let parsed = Parsed(
      #""About" query Q("Which" $id: [ID!]! = ["a"] @d) @e { b: a(x: {y: $id}) @f { ...F ... on T { c } } }"#)
    #expect(parsed.summary.isEmpty)
    #expect(
      parsed.outline(0) == """
        operation Q
         description
         variableDefinition id
          description
          variable id
          listType
           namedType ID
          listValue
           stringValue
          directive d
         directive e
         selectionSet
          field a
           argument x
            objectValue
             objectField y
              variable id
           directive f
           selectionSet
            fragmentSpread F
            inlineFragment
             namedType T
             selectionSet
              field c
        """)
  }

  @Test func descriptionsOfFragments() {
    let parsed = Parsed(#""""Text""" fragment F on T @d { a }"#)
    #expect(parsed.outline(0).hasPrefix("fragmentDefinition F\n description\n namedType T\n directive d\n"))
    #expect(parsed.tree.description(0) == "Text")
  }

  @Test(arguments: ["query", "mutation", "subscription"])
  func operationKinds(keyword: String) {
    let parsed = Parsed("\(keyword) { a }")
    #expect(parsed.tree.operationKind(0).keyword == keyword)
    #expect(!parsed.tree.has(NodeFlag.shorthand, 0))
  }

  @Test func keywordsAreNames() {
    for name in ["on", "fragment", "query", "type", "true", "null", "extend", "schema"] {
      let value = ["true", "null"].contains(name) ? "A" : name
      let fragment = name == "on" ? "F" : name
      let text = "query \(name)($\(name): \(name)) { \(name): \(name)(\(name): \(value)) ...\(fragment) }"
      #expect(Parsed(text).summary == [], "\(name)")
    }
  }

  @Test func responseKeyAndNames() {
    let parsed = Parsed("{ key: name other }")
    let fields = parsed.tree.children(1, .field)
    #expect(fields.map { parsed.tree.names.string(parsed.tree.responseKey($0)) } == ["key", "other"])
    #expect(fields.map { parsed.tree.name($0) } == ["name", "other"])
  }

  @Test(arguments: [
    ("1️⃣", "Unexpected <EOF>."),
    ("1️⃣}", "Unexpected \"}\"."),
    ("1️⃣name", "Unexpected Name \"name\"."),
    ("{ a1️⃣", "Expected Name, found <EOF>."),
    ("query Q1️⃣", "Expected \"{\", found <EOF>."),
    ("query Q(1️⃣) { a }", "Expected \"$\", found \")\"."),
    ("query Q($a1️⃣) { a }", "Expected \":\", found \")\"."),
    ("query Q($a: Int = 1️⃣$b) { a }", "Unexpected variable \"$b\" in constant value."),
    ("{ a(1️⃣) }", "Expected Name, found \")\"."),
    ("{ a(b1️⃣) }", "Expected \":\", found \")\"."),
    ("{ a(b: 1️⃣) }", "Unexpected \")\"."),
    ("{ a(b: [1️⃣", "Unexpected <EOF>."),
    ("{ a(b: {c1️⃣}) }", "Expected \":\", found \"}\"."),
    ("{ a: 1️⃣}", "Expected Name, found \"}\"."),
    ("{ a { 1️⃣( } }", "Expected Name, found \"(\"."),
    ("{ a @ 1️⃣}", "Expected Name, found \"}\"."),
    ("{ ... 1️⃣}", "Expected \"{\", found \"}\"."),
    ("{ ... on 1️⃣{ a } }", "Expected Name, found \"{\"."),
    ("fragment 1️⃣on on T { a }", "Unexpected Name \"on\"."),
    ("fragment F 1️⃣T { a }", "Expected \"on\", found Name \"T\"."),
    ("fragment F on 1️⃣{ a }", "Expected Name, found \"{\"."),
    ("1️⃣\"About\" { a }", "Unexpected description, descriptions are not supported on shorthand queries."),
    ("1️⃣\"About\" nothing", "Unexpected description, only GraphQL definitions support descriptions."),
    ("{ a } \"text\"1️⃣", "Unexpected <EOF>."),
    ("{ 1️⃣\"a\\tb\" }", "Expected Name, found String \"a\tb\"."),
  ])
  func errors(marked: String, message: String) {
    expectError(marked, message)
  }

  /// Section 2.1.8.
  @Test(arguments: ["!", "$", "&", "(", ")", "...", ":", "=", "@", "[", "]", "{", "|", "}"])
  func punctuatorsAreNamed(_ punctuator: String) {
    expectError("{ a(1️⃣\(punctuator) ", "Expected Name, found \"\(punctuator)\".")
  }

  @Test(arguments: [
    ("1", "Int \"1\""), ("-1.5e3", "Float \"-1.5e3\""), ("\"x\"", "String \"x\""),
    ("\"\"\"x\"\"\"", "BlockString \"x\""), ("", "<EOF>"),
  ])
  func valuesAreNamed(text: String, name: String) {
    expectError("{ a(1️⃣\(text)", "Expected Name, found \(name).")
  }
}
