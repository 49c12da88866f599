import Testing

@testable import ApusSource
@testable import ApusSwiftSource

/// The text of a literal, and the place of each part in the Swift file.
@Suite(.timeLimit(.minutes(15))) struct SwiftStringTextTests {
  private func text(_ literal: String) -> String? {
    FoundDocuments("let a: GraphQLSource = \(literal)").texts.first
  }

  @Test(arguments: [
    // The expected values are Swift's own.
    ("\"a\\tb\\nc\\rd\\0\"", "a\tb\nc\rd\0"),
    ("\"\\\"\\'\\\\\"", "\"\'\\"),
    ("\"\\u{41}\\u{e9}\\u{1F600}\"", "\u{41}\u{e9}\u{1F600}"),
    ("#\"\\n \\#n #n \"#", "\\n \n #n "),
    ("##\"a\"#b\\#t\\##t\"##", "a\"#b\\#t\t"),
    ("#\"\"\"#", "\""),
    ("\"\"", ""),
    ("\"é😀\"", "é😀"),
    ("\"\"\"\n\"\"\"", ""),
    ("\"\"\"\n\n\"\"\"", ""),
    ("\"\"\"\n\n\n\"\"\"", "\n"),
    ("\"\"\"\n  a\n    b\n\n  c\n  \"\"\"", "a\n  b\n\nc"),
    ("\"\"\"\n\ta\n\t\tb\n\t\"\"\"", "a\n\tb"),
    ("\"\"\"\n  a \\\n  b\n  \"\"\"", "a b"),
    ("\"\"\"\n  a \\  \t\n    b\n  \"\"\"", "a   b"),
    ("#\"\"\"\n  a \\\n  b \\#\n  c\n  \"\"\"#", "a \\\nb c"),
    ("\"\"\"\n  a \"b\" \"\"c\n  \"\"\"", "a \"b\" \"\"c"),
    ("\"\"\"\n  a \\\"\"\"\n  \"\"\"", "a \"\"\""),
    ("#\"\"\"\n  a \"\"\" b\n  \"\"\"#", "a \"\"\" b"),
    ("\"\"\"\r\n  a\r\n  b\r\n  \"\"\"", "a\nb"),
    ("\"\"\"\r  a\r  b\r  \"\"\"", "a\nb"),
    ("\"\"\"\n  a\n \n  b\n  \"\"\"", "a\n\nb"),
    ("\"\"\"\n    a  \n    \"\"\"", "a  "),
    ("\"\"\"\n  a\\n\n  b\n  \"\"\"", "a\n\nb"),
  ])
  func `the text is the value that Swift gives the literal`(_ literal: String, _ expected: String) {
    #expect(text(literal) == expected)
  }

  @Test(arguments: [
    ("\"a\\qb\"", "swift-literal: \\q"),
    ("\"a\\é\"", "swift-literal: \\é"),
    ("\"\\u{}\"", "swift-literal: \\u"),
    ("\"\\u{110000}\"", "swift-literal: \\u"),
    ("\"\\u{D800}\"", "swift-literal: \\u{D800}"),
    ("\"\\u{D83D}\\u{DE00}\"", "swift-literal: \\u{D83D}"),
    ("\"\\u{000000041}\"", "swift-literal: \\u"),
    ("\"\\u41\"", "swift-literal: \\u"),
    ("\"\\u{41\"", "swift-literal: \\u"),
    ("#\"\\#q\"#", "swift-literal: \\#q"),
    ("\"a\nlet b = 1", "swift-literal: \""),
    ("\"a\\\nlet b = 1", "swift-literal: \""),
    ("#\"a\"\nlet b = 1", "swift-literal: #\""),
    ("\"\"\"\n  a\n", "swift-literal: \"\"\""),
    ("\"\"\"\n  a\n b\n  \"\"\"", "swift-literal: "),
    ("\"\"\"\n  a\n\tb\n  \"\"\"", "swift-literal: \t"),
    ("\"\"\"\n  a \"\"\"", "swift-literal: \"\"\""),
    ("\"\"\"\n  a \\\n  \"\"\"", "swift-literal: \\"),
    ("##\"\"\"\n  a \\##  \n  \"\"\"##", "swift-literal: \\##"),
    ("\"\"\"a\n  \"\"\"", "swift-literal: "),
    ("\"\"\"a\"\"\"", "swift-literal: "),
  ])
  func `a literal that Swift rejects is refused`(_ literal: String, _ error: String) {
    let found = FoundDocuments("let a: GraphQLSource = \(literal)")
    #expect(found.texts == [])
    #expect(found.errors.count == 1)
    #expect(found.errors.first?.hasPrefix(error) == true, "\(found.errors)")
  }

  // MARK: - Places

  @Test(arguments: [
    ("\"{ ab 🅰️ }\"", 1, 27), ("\"\"\"\n    { ab 🅰️ }\n    \"\"\"", 2, 7),
    ("#\"\"\"\n\t\t{\n\t\t ab \"\"\"\n\t\t\"\"\"#", 3, 4),
    ("\"\\n\\n\\t { ab }\"", 1, 34), ("\"\"\"\n  \\u{65e5}é {\\\n  ab }\n  \"\"\"", 3, 3),
    ("##\"\\##u{41}\\##n ab\"##", 1, 40), ("\"\"\"\r\n  { \r\n\r\n   ab\r\n  \"\"\"", 4, 4),
    ("\"é😀 ab\"", 1, 29),
  ])
  func `a place in the text is its place in the Swift file`(_ literal: String, _ line: Int, _ column: Int)
    throws
  {
    let document = try #require(FoundDocuments("let x: GraphQLSource = \(literal)").documents.first)
    let text = document.text(0, document.count)
    let found = try #require(text.firstRange(of: "ab"))
    let start = text[..<found.lowerBound].utf8.count
    let range = SourceRange(file: document, start: start, end: start + 2)
    #expect(range.position == SourcePosition(line: line, column: column))
    #expect(document.position(at: start + 2) == SourcePosition(line: line, column: column + 2))
    #expect(range.inFile.file.text(range.inFile.start, range.inFile.end) == "ab")
    #expect(document.offset(line: line - 1, column: column - 1) == start)
  }

  @Test func `the excerpt is the Swift line`() throws {
    let document = try #require(
      FoundDocuments(
        "struct A {\n  static let a: GraphQLSource = \"\"\"\n    {\n      ab(c: \\\"d\\\")\n    }\n    \"\"\"\n}"
      ).documents.first)
    let text = document.text(0, document.count)
    let start = text[..<(try #require(text.firstRange(of: "ab")).lowerBound)].utf8.count
    let error = Diagnostic(
      .error, .swiftLiteral, "No.", at: [SourceRange(file: document, start: start, end: start + 10)])
    #expect(
      DiagnosticPrinter().text(error) == """
        View.swift:4:7: error: No. [swift-literal]
        4 |       ab(c: \\"d\\")
          |       ^~~~~~~~~~~~

        """)
  }

  @Test func `the end of a text is before the closing quotes`() throws {
    for (literal, line, column) in [
      ("\"{\"", 1, 26), ("\"\"\"\n  {\n  \"\"\"", 2, 4), ("\"\"", 1, 25), ("\"\"\"\n  \"\"\"", 1, 27),
    ] {
      let document = try #require(FoundDocuments("let a: GraphQLSource = \(literal)").documents.first)
      #expect(
        document.position(at: document.count) == SourcePosition(line: line, column: column), "\(literal)")
    }
  }

  @Test func `diagnostics of several documents and of the file are in the file's order`() throws {
    let found = FoundDocuments(
      "let a: GraphQLSource = \"{ a }\"\nlet b: GraphQLSource = c\nlet d: GraphQLSource = \"{ d }\"")
    let places = found.documents.map { SourceRange(file: $0, start: 2, end: 3) }
    let all = found.diagnostics + places.map { Diagnostic(.error, .swiftLiteral, "No.", at: [$0]) }
    #expect(all.reversed().sortedByPlace().compactMap { $0.ranges.first?.position.line } == [1, 2, 3])
  }
}
