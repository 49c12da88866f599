import ApusSource
import ApusSyntax
import Foundation
import TestSupport
import Testing

@testable import ApusLanguageService

@Suite(.timeLimit(.minutes(15))) struct SemanticTokenTests {
  /// The tokens as `text kind`, with `+` for a definition and `!` for what is deprecated.
  private func tokens(_ document: Marked) -> [String] {
    let source = document.source
    return SemanticTokens(source, in: 0..<source.count, document.analysis).tokens.map { token in
      source.text(token.start, token.end) + " \(token.kind.name)" + (token.isDefinition ? "+" : "")
        + (token.isDeprecated ? "!" : "")
    }
  }

  @Test(arguments: [
    (
      "query A($id: ID! = \"1\") @d(x: 2) { a: album(id: $id, kind: LONG_PLAYER) { old } }",
      [
        "query keyword", "A type+", "$id variable+", "ID type", "\"1\" string", "d decorator", "x parameter",
        "2 number", "a property", "album property", "id parameter", "$id variable", "kind parameter",
        "LONG_PLAYER enumMember", "old property!",
      ]
    ),
    (
      "fragment F on Album { ...G ... on Node @skip(if: true) { on type } } # end",
      [
        "fragment keyword", "F type+", "on keyword", "Album type", "G type", "on keyword", "Node type",
        "skip decorator", "if parameter", "true keyword", "on property", "type property", "# end comment",
      ]
    ),
    (
      "{ search(filter: { kinds: [SINGLE] year: 1.5 }) }",
      [
        "search property", "filter parameter", "kinds property", "SINGLE enumMember", "year property",
        "1.5 number",
      ]
    ),
    // A definition's keyword is a field's name, also in the first column.
    ("{\nquery {\ntype\n}\n}", ["query property", "type property"]),
  ])
  func `tokens of a document have their kinds`(text: String, expected: [String]) {
    #expect(tokens(Marked(text)) == expected)
  }

  @Test(arguments: [
    (
      "\"T\" type T implements A & B @d { \"f\" f(a: [Int!] = [1]): [T!] @deprecated g: Int }",
      [
        "\"T\" string", "type keyword", "T type+", "implements keyword", "A type", "B type", "d decorator",
        "\"f\" string", "f property+", "a parameter+", "Int type", "1 number", "T type",
        "deprecated decorator", "g property+", "Int type",
      ]
    ),
    (
      "scalar S @specifiedBy(url: \"u\") union U = | A | B enum E { A B } input I { a: E = A }",
      [
        "scalar keyword", "S type+", "specifiedBy decorator", "url parameter", "\"u\" string",
        "union keyword", "U type+", "A type", "B type", "enum keyword", "E type+", "A enumMember+",
        "B enumMember+", "input keyword", "I type+", "a property+", "E type", "A enumMember",
      ]
    ),
    (
      "directive @d(a: Int) repeatable on FIELD | QUERY schema { query: Q } extend type Q { a: Int }",
      [
        "directive keyword", "d decorator+", "a parameter+", "Int type", "repeatable keyword", "on keyword",
        "FIELD enumMember", "QUERY enumMember", "schema keyword", "query keyword", "Q type",
        "extend keyword", "type keyword", "Q type", "a property+", "Int type",
      ]
    ),
  ])
  func `tokens of a schema have their kinds`(text: String, expected: [String]) {
    #expect(tokens(Marked(text)) == expected)
  }

  /// Behind a definition that does not parse the next one begins afresh, and it has colours itself.
  @Test func `what does not parse has colours`() {
    let found = tokens(Marked("query A { album(id: { \nfragment F on Album { id }\nquery { node"))
    #expect(
      found == [
        "query keyword", "A type+", "album property", "id parameter", "fragment keyword", "F type+",
        "on keyword", "Album type", "id property", "query keyword", "node property",
      ])
  }

  /// Brackets that are left open end with the one around them.
  @Test(arguments: [
    "album(id: [1 ) { x: title }", "album(id: { a: 1 ) { x: title }", "a { album(id: [1 } x: title",
  ])
  func `brackets that are left open`(_ text: String) {
    let found = tokens(Marked("query A { \(text) }"))
    #expect(found.suffix(2) == ["x property", "title property"], "\(found)")
  }

  @Test(arguments: [
    ("query @skip { x: node }", ["query keyword", "skip decorator", "x property", "node property"]),
    (
      "query ($a: Int) { x: node }",
      ["query keyword", "$a variable+", "Int type", "x property", "node property"]
    ),
    ("query\t{ x: node }", ["query keyword", "x property", "node property"]),
    ("query\t B { x: node }", ["query keyword", "B type+", "x property", "node property"]),
    ("scalar S", ["scalar keyword", "S type+"]), ("query: 1", ["query enumMember", "1 number"]),
    (" query { x", ["query enumMember", "x property"]),
  ])
  func `a definition within what does not parse`(_ text: String, _ expected: [String]) {
    let found = tokens(Marked("query A { album(id: \n\(text)"))
    #expect(found == ["query keyword", "A type+", "album property", "id parameter"] + expected, "\(found)")
  }

  @Test func `a variable's sign may stand apart`() {
    #expect(tokens(Marked("{ album(id: $ a) { id } }")).contains("a variable"))
    #expect(tokens(Marked("{ album(id: $a) { id } }")).contains("$a variable"))
  }

  @Test func `deprecation in a schema`() {
    let schema = SourceFile(path: "s", text: "")
    #expect(SemanticTokens(schema, in: 0..<0, nil).tokens.isEmpty)
    let document = Marked("{ node { id } }")
    let source = document.analysis.schema.tree.files[1].source
    let tokens = SemanticTokens(source, in: 0..<source.count, document.analysis).tokens
    let deprecated = tokens.filter(\.isDeprecated).map { source.text($0.start, $0.end) }
    #expect(deprecated == ["old"])
  }

  @Test func `strings of several lines are tokens of one`() {
    #expect(
      tokens(Marked("\"\"\"\na\n\nb\"\"\" scalar S")) == [
        "\"\"\" string", "a string", "b\"\"\" string", "scalar keyword", "S type+",
      ])
  }

  /// Of every sample: each name, number and string once, in order; and of any part of it the same as of the whole.
  @Test func `every token of the samples`() throws {
    let files = try #require(
      FileManager.default.enumerator(at: Repository.samples, includingPropertiesForKeys: nil))
    var count = 0
    for case let file as URL in files where file.pathExtension.hasPrefix("graphql") {
      let source = SourceFile(path: file.path, bytes: [UInt8](try Data(contentsOf: file)))
      let tokens = SemanticTokens(source, in: 0..<source.count, nil).tokens
      for (token, next) in zip(tokens, tokens.dropFirst()) { #expect(token.end <= next.start) }
      var scanner = TokenScanner(source, NameTable())
      var names = 0
      while let token = scanner.next() { if token.kind == .name { names += 1 } }
      let kinds: Set<SemanticToken.Kind> = [.string, .number, .comment]
      #expect(tokens.filter { !kinds.contains($0.kind) }.count == names, "\(file.path)")
      let part = source.count / 3..<source.count / 2
      let found = SemanticTokens(source, in: part, nil).tokens.map(\.start)
      let wanted = tokens.filter { $0.end > part.lowerBound && $0.start < part.upperBound }.map(\.start)
      #expect(found == wanted, "\(file.path)")
      count += tokens.count
    }
    #expect(count > 5000)
  }
}
