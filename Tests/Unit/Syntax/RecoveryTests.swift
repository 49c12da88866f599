import Testing

@testable import ApusSyntax

@Suite(.timeLimit(.minutes(15))) struct RecoveryTests {
  @Test func `one error a definition`() {
    let parsed = Parsed(
      """
      query A { a( }
      query B { b }
      type T { : }
      fragment F on { f }
      {
      """)
    #expect(
      parsed.summary == [
        "1:14 Expected Name, found \"}\".", "3:10 Expected Name, found \":\".",
        "4:15 Expected Name, found \"{\".",
      ])
    #expect(parsed.tree.definitions.map { parsed.tree.name($0) } == ["B"])
    #expect(!parsed.tree.files[0].isWellFormed)
  }

  @Test func `a missing brace does not hide the next definition`() {
    let parsed = Parsed(
      """
      type A {
        a: Int

      type B {
        b: Int
      }
      """)
    #expect(parsed.summary == ["4:6 Expected \":\", found Name \"B\"."])
    #expect(parsed.tree.definitions.map { parsed.tree.name($0) } == ["B"])
  }

  @Test func `merge conflict markers have a message of their own`() {
    func messages(_ text: String) -> [String] {
      let parsed = Parsed(text)
      return parsed.errors.map { $0.diagnostic(in: parsed.source).message }
    }
    let conflict = "<<<<<<< mine\nquery B { a }\n=======\nquery B { b }\n>>>>>>> theirs\n"
    #expect(
      messages(conflict)
        == Array(
          repeating: "This is a merge conflict marker. Resolve the conflict and remove its three markers.",
          count: 3))
    #expect(messages("query A { a }\n <<<<<<< theirs") == ["Syntax Error: Unexpected character: \"<\"."])
  }

  @Test func `keywords within a definition do not start one`() {
    // Not indented, as generated files are.
    let parsed = Parsed("type A {\na: Int!!\ntype: Int\ninput: Int\nenum: Int\n}\nscalar S")
    #expect(parsed.summary == ["2:8 Expected Name, found \"!\"."])
    #expect(parsed.tree.definitions.map { parsed.tree.name($0) } == ["S"])
  }

  @Test func `a keyword at the end of a line does not make the next line its name`() {
    let parsed = Parsed("enum A {\ntype\nC\nB!\n}\nscalar S")
    #expect(parsed.errors.count == 1)
    #expect(parsed.tree.definitions.map { parsed.tree.name($0) } == ["S"])
  }

  @Test func `strings and comments do not start a definition`() {
    let parsed = Parsed(
      """
      type A { a: }
      \"\"\"
      type Example { a: ? }
      \"\"\"
      # type Comment { a: ? }
      type B { b: Int }
      """)
    #expect(parsed.summary == ["1:13 Expected Name, found \"}\"."])
    #expect(parsed.tree.definitions.map { parsed.tree.name($0) } == ["B"])
  }

  @Test func `lexical errors are skipped`() {
    let parsed = Parsed("query A { a ? ? 01 'x' }\nquery B { b ; }\nquery C { c }")
    #expect(
      parsed.summary == ["1:13 Unexpected character: \"?\".", "2:13 Unexpected character: \";\"."])
    #expect(parsed.tree.definitions.map { parsed.tree.name($0) } == ["C"])
  }

  @Test func `an unterminated string ends with its line`() {
    let parsed = Parsed("query A { a(b: \"x) }\nquery B { b }")
    #expect(parsed.summary == ["1:21 Unterminated string."])
    #expect(parsed.tree.definitions.map { parsed.tree.name($0) } == ["B"])
  }

  @Test func `search ends in what is no GraphQL`() {
    let noise = String(repeating: "?", count: 2000)
    #expect(Parsed("\(noise)\nquery A { a }").tree.count == 0)
    #expect(Parsed("\(noise.prefix(900))\nquery A { a }").tree.count == 3)
  }

  @Test func `errors are limited`() {
    let text = String(repeating: "query A { ? }\n", count: 50)
    #expect(Parsed(text).errors.count == 20)
    #expect(Parsed(text, options: ParserOptions(errorLimit: 3)).errors.count == 3)
  }

  @Test(arguments: [
    ("query A {\n  a {\n    b\n", "This \"{\" is not closed.", 14),
    ("query A { a(b: [1, [2]", "This \"[\" is not closed.", 15),
    ("query A($a: Int", "The definition begins here.", 0),
    ("type A { a: Int", "The definition begins here.", 0),
    ("{ a(b: \"\"\"text", "The string begins here.", 7),
  ])
  func `end of file is explained`(text: String, message: String, start: Int) {
    let parsed = Parsed(text)
    #expect(parsed.errors.count == 1)
    #expect(parsed.errors.first?.note?.message == message)
    #expect(parsed.errors.first?.note?.start == start)
    #expect(parsed.errors.first?.diagnostic(in: parsed.source).notes.map(\.message) == [message])
  }

  @Test func `a missing brace costs one definition`() {
    let parsed = Parsed(
      """
      query A {
        a {
          b

      query B {
        b
      }

      "About F"
      fragment F on T {
        ...G
      }

      query C($x: Int) { c }
      subscription { s }
      """)
    #expect(parsed.errors.count == 1)
    #expect(parsed.tree.definitions.map { parsed.tree.name($0) } == ["B", "F", "C", ""])
  }

  @Test func `a missing brace at the end of the file costs one definition`() {
    let parsed = Parsed("query A { a\nquery B { b }\nquery C {\n  c\n}\n")
    #expect(parsed.summary == ["6:1 Expected Name, found <EOF>."])
    #expect(parsed.tree.definitions.map { parsed.tree.name($0) } == ["B", "C"])
    #expect(parsed.tree.files[0].unparsed == [0..<12])
  }

  @Test func `fields that are not indented do not start a definition`() {
    // Not indented, as generated files are: the definition ends where its error is.
    let parsed = Parsed("{\na\nsubscription {\nb\n}\nquery C {\nc\n}\n?\n}\nquery D { d }")
    #expect(parsed.errors.count == 1)
    #expect(parsed.tree.definitions.map { parsed.tree.name($0) } == ["D"])
  }

  @Test func `a described definition is reported once`() {
    let parsed = Parsed("\"\"\"\nAbout A\n\"\"\"\nquery A { ? }\nquery B { b }")
    #expect(parsed.errors.count == 1)
    #expect(parsed.tree.definitions.map { parsed.tree.name($0) } == ["B"])
  }

  @Test func `names of fragments that do not parse are known`() {
    let parsed = Parsed(
      "query A { ...F ... on T { ? } ...G }\nfragment H on T { : }\nquery B { ...I }\nfragment J on T { j }")
    let names = { (ids: Set<NameID>) in ids.map(parsed.tree.names.string).sorted() }
    #expect(names(parsed.tree.unparsed.spreads) == ["F", "G"])
    #expect(names(parsed.tree.unparsed.fragments) == ["H"])
    #expect(!parsed.tree.unparsed.isUnknown)
  }

  /// The error in a number is at the first byte after it, which may begin a token.
  @Test func `names of fragments after an invalid number are known`() {
    let parsed = Parsed("query A { a(b: -...F) ...G c(d: [-fragment H on T { : }\nquery B { ...I }")
    let names = { (ids: Set<NameID>) in ids.map(parsed.tree.names.string).sorted() }
    #expect(names(parsed.tree.unparsed.spreads) == ["F", "G"])
    #expect(names(parsed.tree.unparsed.fragments) == ["H"])
    #expect(parsed.tree.definitions.map { parsed.tree.name($0) } == ["B"])
  }

  @Test(arguments: [
    "{ a(b: \"\"\"text\nfragment F on T { f }", String(repeating: "query A { ? }\n", count: 21),
  ])
  func `text without tokens is unknown`(text: String) {
    #expect(Parsed(text).tree.unparsed.isUnknown)
  }

  /// What is read after an error: each keyword in the first column that begins a definition, and no other.
  @Test(arguments: [
    ("schema { query: Q }", 1), ("schema{ query: Q }", 1), ("schema @a { query: Q }", 1), ("schema: Int", 0),
    ("directive @d on FIELD", 1), ("directive: Int", 0), ("scalar S", 1), ("scalar: Int", 0),
    ("union U = A", 1),
    ("query { a }", 1), ("query ($a: Int) { a }", 1), ("query @a { a }", 1), ("query: Int", 0),
    ("extend type T { a: Int }", 1),
    ("input I { a: Int }", 1), ("enum E { A }", 1), ("interface I { a: Int }", 1),
    ("fragment F on Q { a }", 1),
  ])
  func `definitions after an error`(_ text: String, _ count: Int) {
    let parsed = Parsed("type T { : \n\(text)\n")
    #expect(Array(parsed.tree.definitions).count == count && !parsed.errors.isEmpty, "\(parsed.summary)")
  }

  @Test(arguments: [
    ("schema { 1: Q }", "1:10 Expected Name, found Int \"1\"."), ("extend 1", "1:8 Unexpected Int \"1\"."),
    ("extend thing T", "1:8 Unexpected Name \"thing\"."),
    ("query ($a: Int = $1) { a }", "1:18 Unexpected \"$\"."),
    ("query ($a: Int = $b) { a }", "1:18 Unexpected variable \"$b\" in constant value."),
  ])
  func `what is no definition`(_ text: String, _ error: String) {
    #expect(Parsed(text).summary == [error])
  }
}
