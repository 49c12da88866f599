import ApusSource
import Testing

@testable import ApusSyntax

@Suite(.timeLimit(.minutes(15))) struct LexerTests {
  /// Kind and text of each token.
  private func tokens(_ text: String) throws -> [String] {
    let source = SourceFile(path: "a", text: text)
    let reader = try TokenReader(source)
    var found: [String] = []
    while let token = try reader.next() {
      let isText = !token.kind.isPunctuator
      found.append(isText ? "\(token.kind.text) \(source.text(token.start, token.end))" : token.kind.text)
    }
    return found
  }

  @Test func `a punctuator is one token`() throws {
    #expect(
      try tokens("! $ & ( ) ... : = @ [ ] { | }").joined(separator: " ") == "! $ & ( ) ... : = @ [ ] { | }")
  }

  @Test func `tokens need no space`() throws {
    #expect(
      try tokens("a:b...c[\"\"]") == ["Name a", ":", "Name b", "...", "Name c", "[", "String \"\"", "]"])
  }

  @Test func `ignored characters are no tokens`() throws {
    #expect(
      try tokens("\u{FEFF} \t,\r\n# comment { \u{2028} \"\ra,,b\u{FEFF}c # end") == [
        "Name a", "Name b", "Name c",
      ])
  }

  @Test func `a name is one token`() throws {
    #expect(try tokens("_ a1 Z_9 __typename") == ["Name _", "Name a1", "Name Z_9", "Name __typename"])
  }

  @Test func `only names have a number`() throws {
    let names = NameTable()
    let source = SourceFile(path: "a", text: "album { 1 2.5 \"a\" \"\"\"b\"\"\" ... album }")
    var lexer = Lexer(source, names)
    var found: [NameID] = []
    repeat {
      try lexer.advance()
      found.append(lexer.name)
    } while lexer.kind != .endOfFile
    let album = names.find("album")
    #expect(album != 0 && found == [album, 0, 0, 0, 0, 0, 0, album, 0, 0])
    #expect(lexer.tokenCount == 9)
  }

  @Test(arguments: ["0", "-0", "1", "-12", "9007199254740993"])
  func `an int is one token`(text: String) throws {
    #expect(try tokens(text) == ["Int \(text)"])
  }

  @Test(arguments: ["0.0", "-1.5", "1e5", "1E+5", "0e-10", "12.25e3"])
  func `a float is one token`(text: String) throws {
    #expect(try tokens(text) == ["Float \(text)"])
  }

  @Test(arguments: [
    #""""#, #""a""#, #""\"\\\/\b\f\n\r\t""#, #""\u00e9\u{1F600}\uD83D\uDE00\u{10FFFF}""#, "\"\0\u{7}é😀\"",
    "\"\"\"\"\"\"", "\"\"\"a\"b\"\"c\"\"\"", "\"\"\"\\\"\"\"a\\\"\"\"\"\"\"", "\"\"\"\n\r\0\n\"\"\"",
  ])
  func `a string is one token`(text: String) throws {
    let source = SourceFile(path: "a", text: text)
    let token = try #require(try TokenReader(source).next())
    #expect(token.kind == (text.hasPrefix("\"\"\"") ? .blockString : .string))
    #expect(token.start == 0 && token.end == source.count)
  }

  @Test(arguments: [
    ("1️⃣?", "Unexpected character: \"?\"."),
    ("1️⃣\\", "Unexpected character: \"\\\"."),
    ("1️⃣\0", "Unexpected character: U+0000."),
    ("1️⃣é", "Unexpected character: U+00E9."),
    ("1️⃣😀", "Unexpected character: U+1F600."),
    ("1️⃣'a'", "Unexpected single quote character ('), did you mean to use a double quote (\")?"),
    ("1️⃣.", "Unexpected character: \".\"."),
    ("1️⃣..", "Unexpected \"..\", did you mean \"...\"?"),
    ("1️⃣.25", "Invalid number, expected digit before \".\", did you mean \"0.25\"?"),
    ("01️⃣1", "Invalid number, unexpected digit after 0: \"1\"."),
    ("-1️⃣", "Invalid number, expected digit but got: <EOF>."),
    ("1️⃣+", "Unexpected character: \"+\"."),
    ("1.1️⃣", "Invalid number, expected digit but got: <EOF>."),
    ("1.1️⃣e", "Invalid number, expected digit but got: \"e\"."),
    ("1e1️⃣", "Invalid number, expected digit but got: <EOF>."),
    ("1.51️⃣.", "Invalid number, expected digit but got: \".\"."),
    ("11️⃣a", "Invalid number, expected digit but got: \"a\"."),
    ("01️⃣_", "Invalid number, expected digit but got: \"_\"."),
    ("\"a1️⃣", "Unterminated string."),
    ("\"a1️⃣\n\"", "Unterminated string."),
    ("\"a1️⃣\r\"", "Unterminated string."),
    ("\"\"\"a\"\"1️⃣", "Unterminated string."),
    ("\"\"\"\\\"\"\"1️⃣", "Unterminated string."),
    ("\"1️⃣\\x\"", "Invalid character escape sequence: \"\\x\"."),
    ("\"1️⃣\\é\"", "Invalid character escape sequence: \"\\é\"."),
    ("\"1️⃣\\", "Invalid character escape sequence: \"\\\"."),
    ("\"1️⃣\\u12", "Invalid Unicode escape sequence: \"\\u12\"."),
    ("\"1️⃣\\u12g4\"", "Invalid Unicode escape sequence: \"\\u12g4\"."),
    ("\"1️⃣\\uD83D\"", "Invalid Unicode escape sequence: \"\\uD83D\"."),
    ("\"1️⃣\\uD83D\\u0041\"", "Invalid Unicode escape sequence: \"\\uD83D\"."),
    ("\"1️⃣\\uDE00\\uD83D\"", "Invalid Unicode escape sequence: \"\\uDE00\"."),
    ("\"1️⃣\\u{}\"", "Invalid Unicode escape sequence: \"\\u{}\"."),
    ("\"1️⃣\\u{110000}\"", "Invalid Unicode escape sequence: \"\\u{110000}\"."),
    ("\"1️⃣\\u{D800}\"", "Invalid Unicode escape sequence: \"\\u{D800}\"."),
    ("\"1️⃣\\u{000000000}\"", "Invalid Unicode escape sequence: \"\\u{000000000\"."),
    ("\"1️⃣\\u{12", "Invalid Unicode escape sequence: \"\\u{12\"."),
    ("\"1️⃣\\u", "Invalid Unicode escape sequence: \"\\u\"."),
  ])
  func `an error has its place`(marked: String, message: String) {
    expectError(marked, message)
  }
}
