import ApusSource
import Foundation
import TestSupport
import Testing

@testable import ApusFormatter
@testable import ApusSyntax

@Suite(.timeLimit(.minutes(15))) struct FormatterTests {
  @Test func `lays out an operation`() {
    expectFormatted(
      "query   A($id:ID!,$n:Int=3)@d{album(id:$id,first:$n){title,b:tracks{...T,... on Song@skip(if:true){n}...@include(if:$x){m}}}}",
      """
      query A($id: ID!, $n: Int = 3) @d {
        album(id: $id, first: $n) {
          title
          b: tracks {
            ...T
            ... on Song @skip(if: true) {
              n
            }
            ... @include(if: $x) {
              m
            }
          }
        }
      }

      """)
  }

  @Test func `keeps tokens that the printer drops`() {
    expectFormatted("query{a}", "query {\n  a\n}\n")
    expectFormatted("query($a:Int){a}", "query ($a: Int) {\n  a\n}\n")
    expectFormatted("union U=|A|B", "union U = | A | B\n")
    expectFormatted("type T implements&A&B", "type T implements & A & B\n")
  }

  @Test func `lays out a schema`() {
    expectFormatted(
      #"""
      "S" schema@d{query:Q mutation:M}
      """About"""type T implements A&B@d{"f" f("a" a:[[Int!]]!=[[1]] @e,b:Int):Int! @g
      g(a:Int=1,b:I={x:1}):[T!]!}
      enum E{"a" A B@deprecated}input I@oneOf{a:Int b:String="x"}scalar S@specifiedBy(url:"u")
      directive@d(a:Int)@e@f(g:1)repeatable on FIELD|QUERY extend directive@d@e
      {a{  }b{# Nothing
      }c{
      # More
      }...on T{}}
      """#,
      #"""
      "S"
      schema @d {
        query: Q
        mutation: M
      }

      """About"""
      type T implements A & B @d {
        "f"
        f(
          "a"
          a: [[Int!]]! = [[1]] @e
          b: Int
        ): Int! @g
        g(a: Int = 1, b: I = { x: 1 }): [T!]!
      }

      enum E {
        "a"
        A
        B @deprecated
      }

      input I @oneOf {
        a: Int
        b: String = "x"
      }

      scalar S @specifiedBy(url: "u")

      directive @d(a: Int) @e @f(g: 1) repeatable on FIELD | QUERY

      extend directive @d @e

      {
        a {}
        b { # Nothing
        }
        c {
          # More
        }
        ... on T {}
      }

      """#)
  }

  @Test func `breaks what is longer than eighty columns`() {
    expectFormatted(
      """
      query LongNameOfAnOperation($first: Int, $second: String, $third: Boolean, $fourth: ID) { a(first: $first, filter: {name: $second, flag: $third, identifier: $fourth, list: [1, 2]}) { b } }
      union LongNameOfAUnion = FirstMemberOfTheUnion | SecondMemberOfTheUnion | ThirdMember
      """,
      """
      query LongNameOfAnOperation(
        $first: Int
        $second: String
        $third: Boolean
        $fourth: ID
      ) {
        a(
          first: $first
          filter: { name: $second, flag: $third, identifier: $fourth, list: [1, 2] }
        ) {
          b
        }
      }

      union LongNameOfAUnion =
          FirstMemberOfTheUnion
        | SecondMemberOfTheUnion
        | ThirdMember

      """)
  }

  @Test func `keeps comments where they are`() {
    expectFormatted(
      """
      # head


      # about A
      query A{# of the block
      # before a
      a(x:1,# behind 1
      y:2) # behind the field

      # between


      b # last
      # at the end
      }# behind A
      # about B
      query # odd
      B{c(# odd too
      z:[1,# one
      2])}
      # end
      """,
      """
      # head

      # about A
      query A { # of the block
        # before a
        a(
          x: 1 # behind 1
          y: 2
        ) # behind the field

        # between

        b # last
        # at the end
      } # behind A

      # about B
      query # odd
        B {
        c( # odd too
          z: [
            1 # one
            2
          ]
        )
      }
      # end

      """)
  }

  @Test func `keeps one empty line where there were some`() {
    expectFormatted("{\n\n\n  a\n\n\n  b\n  c\n\n}\n\n\n{ d }\n", "{\n  a\n\n  b\n  c\n}\n\n{\n  d\n}\n")
  }

  @Test func `keeps line ends, the byte order mark and strings`() {
    expectFormatted(
      "\u{FEFF}{\r\n a\r\n}\r\nquery B{b(s:\"\"\"\r\n    x\r\n\"\"\")}",
      "\u{FEFF}{\r\n  a\r\n}\r\n\r\nquery B {\r\n  b(\r\n    s: \"\"\"\r\n    x\r\n\"\"\"\r\n  )\r\n}\r\n")
    expectFormatted("{a}\r{b}", "{\r  a\r}\r\r{\r  b\r}\r")
  }

  @Test func `leaves what does not parse`() {
    expectFormatted(
      "query A{a}\nquery B {   b(  }\n\n# about C\nquery C{c}\nquery D{ d  \n\n",
      "query A {\n  a\n}\n\nquery B {   b(  }\n\n# about C\n\nquery C {\n  c\n}\n\nquery D{ d\n".replacing(
        "# about C\n\n", with: "# about C\n"))
    expectFormatted("query A {{ a }", "query A {{ a }")
    expectFormatted("# nothing\n", "# nothing\n")
  }

  // MARK: - Properties

  @Test func `golden documents keep tokens and comments`() throws {
    let texts = goldenTexts()
    #expect(texts.count > 50)
    for text in texts { expectProperties(text) }
  }

  @Test func `random documents keep tokens and comments`() throws {
    var random = SeededRandom(20)
    let texts = goldenTexts() + [everything]
    for _ in 0..<400 {
      let text = texts[Int(random.next() % UInt64(texts.count))]
      // Some are longer than they have to be for this.
      if text.utf8.count > 20_000 { continue }
      expectProperties(mutated(text, &random))
    }
  }

  /// The same text with white space, commas and comments between its tokens, and with some tokens gone.
  private func mutated(_ text: String, _ random: inout SeededRandom) -> String {
    let source = SourceFile(path: "a.graphql", text: text)
    let separators = [
      " ", "\n", "\n\n\n", ",", "\r\n", " # c\n", "\n# own\n", "\n\n# own\n\n", "#c\n#d\n", "\t", "\r",
    ]
    let loses = random.next() % 4 == 0
    var result = ""
    for token in tokens(source) {
      if loses, random.next() % 40 == 0 { continue }
      result += source.text(token.start, token.end)
      for _ in 0...random.next() % 2 {
        result += random.next() % 3 == 0 ? separators[Int(random.next() % UInt64(separators.count))] : " "
      }
    }
    return result
  }

  private func expectProperties(_ text: String, location: Testing.SourceLocation = #_sourceLocation) {
    let source = SourceFile(path: "a.graphql", text: text)
    let once = SourceFile(path: "a.graphql", bytes: Formatter.format(source).text)
    let twice = SourceFile(path: "a.graphql", bytes: Formatter.format(once).text)
    let formatted = once.text(0, once.count)
    #expect(twice.text(0, twice.count) == formatted, "Formatted twice: \(text)", sourceLocation: location)
    #expect(
      tokens(source).map { source.text($0.start, $0.end) }
        == tokens(once).map { once.text($0.start, $0.end) },
      "\(text)", sourceLocation: location)
    #expect(comments(source) == comments(once), "\(text)", sourceLocation: location)
    #expect(
      Formatter.format(source).errors.map(\.message) == Formatter.format(once).errors.map(\.message),
      "\(text)",
      sourceLocation: location)
  }

  /// As far as there are any.
  private func tokens(_ source: SourceFile) -> [(start: Int, end: Int)] {
    var tokens: [(start: Int, end: Int)] = []
    var lexer = Lexer(source, NameTable())
    while (try? lexer.advance()) != nil, lexer.kind != .endOfFile { tokens.append((lexer.start, lexer.end)) }
    return tokens
  }

  private func comments(_ source: SourceFile) -> [String] {
    var end = 0
    var found: [String] = []
    func add(to next: Int) {
      let gap = IgnoredGap(source, from: end, to: next, followsToken: true)
      found += ((gap.trailing.map { [$0] } ?? []) + gap.comments).map { source.text($0.start, $0.end) }
    }
    for token in tokens(source) {
      add(to: token.start)
      end = token.end
    }
    return found
  }

  private func goldenTexts() -> [String] {
    let files =
      FileManager.default.enumerator(at: Repository.goldenCases, includingPropertiesForKeys: nil)?.allObjects
      ?? []
    let urls = files.compactMap { $0 as? URL }.filter { $0.pathExtension.hasPrefix("graphql") }
    return urls.sorted { $0.path < $1.path }.compactMap { try? String(contentsOf: $0, encoding: .utf8) }
  }

  @Test func `fragment arguments`() {
    let long = String(repeating: "x", count: 30)
    expectFormatted(
      "{...F(a:1,b:[$c])@d ...G(\(long):1,\(long):{a:2})} fragment F($a:Int=1@e $b:[ID!]!)on T@f{a}",
      """
      {
        ...F(a: 1, b: [$c]) @d
        ...G(
          \(long): 1
          \(long): { a: 2 }
        )
      }

      fragment F($a: Int = 1 @e, $b: [ID!]!) on T @f {
        a
      }

      """)
    // Relay's form stays as it was written.
    expectFormatted(
      "{...F@arguments(a:1)} fragment F on T@argumentDefinitions(a:{type:\"Int\"}){a}",
      """
      {
        ...F @arguments(a: 1)
      }

      fragment F on T @argumentDefinitions(a: { type: "Int" }) {
        a
      }

      """)
  }

  private let everything = #"""
    "About" query Q("Which" $id: [ID!]! = ["a", 1, -2.5e3, true, null, E, {b: []}] @d, $o: I) @e {
      b: a(x: {y: $id, z: {}}, s: "\u{1F600} \" \\ \t", t: """
        block
          string
      """) @f(a: 1) { ...F @g ... on T { c } ... @skip(if: false) { d } ... { e } }
    }
    subscription { s } mutation M { m } { a } query { q }
    """About F""" fragment F on T @d { a }
    "S" schema @d { query: Q mutation: M }
    "T" type T implements A & B @d { "f" f("a" a: [[Int!]]! = [[1]] @e, b: Int): Int! @g }
    union LongNameOfAUnion = FirstMemberOfTheUnion | SecondMemberOfTheUnion | ThirdMemberOfTheUnion | Fourth
    "D" directive @d("a" a: Int = 1) repeatable on FIELD | FRAGMENT_SPREAD | INLINE_FRAGMENT | QUERY | MUTATION | ENUM
    extend enum E @d { "a" A B @deprecated } extend input I { a: Int = 1 @d }
    """#

  private func expectFormatted(
    _ text: String, _ expected: String, location: Testing.SourceLocation = #_sourceLocation
  ) {
    let formatted = Formatter.format(SourceFile(path: "a.graphql", text: text)).text
    #expect(String(decoding: formatted, as: UTF8.self) == expected, sourceLocation: location)
    expectProperties(text, location: location)
  }

  @Test func `blanks at the end of a comment are gone`() {
    expectFormatted("# a \t \n{ a # b  \n}", "# a\n{\n  a # b\n}\n")
    expectFormatted("#  \n{ a }", "#\n{\n  a\n}\n")
  }

  /// The edits of definitions that overlap a range, with the text that each replaces.
  @Test(arguments: [
    ("query  A{a}\r  query  B{b}", 14, ["  query  B{b}"]), ("query  A{a} query  B{b}", 14, ["query  B{b}"]),
    ("query  A{a}\n  query  B{b}", 14, ["  query  B{b}"]), ("  query  A{a}", 3, ["  query  A{a}"]),
    ("# only", 2, []), ("", 0, []),
  ])
  func `a definition is laid out with the blanks before it on its line`(
    _ text: String, _ place: Int, _ expected: [String]
  ) {
    let source = SourceFile(path: "a.graphql", text: text)
    let edits = Formatter.edits(source, in: place..<place)
    #expect(edits.map { source.text($0.place.lowerBound, $0.place.upperBound) } == expected)
  }
}
