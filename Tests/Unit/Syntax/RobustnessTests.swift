import ApusSource
import Testing

@testable import ApusSyntax

/// Input that no one writes: a located error, in bounded time and memory.
@Suite(.timeLimit(.minutes(15))) struct RobustnessTests {
  @Test(
    arguments: [
      ([0x7B, 0xFF, 0x7D], 1),  // no lead byte
      ([0x7B, 0x80], 1),  // a continuation byte alone
      ([0xC3], 0),  // cut short at the end
      ([0x23, 0xC3, 0x28], 1),  // no continuation, in a comment
      ([0xC0, 0xAF], 0),  // overlong
      ([0xE0, 0x80, 0xAF], 0),  // overlong
      ([0xED, 0xA0, 0x80], 0),  // a surrogate
      ([0xF4, 0x90, 0x80, 0x80], 0),  // above U+10FFFF
      ([0xF0, 0x9F, 0x98], 0),  // cut short
      ([0xFF, 0xFE, 0x7B, 0x00], 0),  // UTF-16
      (Array("{ aaaaaaaaaaaa }".utf8) + [0xE9], 16),
    ] as [([UInt8], Int)])
  func `invalid UTF-8`(bytes: [UInt8], place: Int) {
    let parsed = Parsed(bytes: bytes)
    #expect(parsed.errors.map(\.code) == [.invalidEncoding])
    #expect(parsed.errors.first?.start == place)
    #expect(throws: SyntaxError.self) { try TokenReader(parsed.source) }
    #expect(throws: SyntaxError.self) { try SchemaCoordinate.parse(parsed.source) }
  }

  @Test func `every scalar is accepted in comments`() {
    let text = String(
      String.UnicodeScalarView(
        [0, 0x80, 0x7FF, 0x800, 0xFFFF, 0x10000, 0x10FFFF].compactMap(Unicode.Scalar.init)))
    #expect(Parsed("# \(text)\n{ a }").summary.isEmpty)
  }

  @Test func `nul is no end`() {
    expectError("{ a1️⃣\0 b }", "Unexpected character: U+0000.")
    #expect(Parsed("{ a(b: \"\0\") } # \0").summary.isEmpty)
  }

  @Test(arguments: ["{", "{a", "{a(b:[", "query($a:[", "{a(b:{c:", "{...{", "type T{a:["])
  func `depth is limited`(opening: String) {
    let parsed = Parsed("query A " + String(repeating: opening, count: 100_000))
    #expect(parsed.errors.count == 1)
    let nested = "type T { a: " + String(repeating: "[", count: 100_000)
    #expect(Parsed(nested).errors.map(\.code) == [.nestedTooDeeply])
  }

  @Test func `depth up to the limit is accepted`() {
    func nested(_ depth: Int) -> String {
      String(repeating: "{a", count: depth) + String(repeating: "}", count: depth)
    }
    #expect(Parsed(nested(Parser.maximumDepth)).summary.isEmpty)
    #expect(Parsed(nested(Parser.maximumDepth + 1)).errors.map(\.code) == [.nestedTooDeeply])
  }

  @Test func `tokens are limited`() {
    let options = ParserOptions(tokenLimit: 4)
    #expect(Parsed("{ a b }", options: options).summary.isEmpty)
    let parsed = Parsed("{ a b c }\n{ d }", options: options)
    #expect(parsed.summary == ["1:9 Document contains more than 4 tokens. Parsing aborted."])
    #expect(parsed.errors.map(\.code) == [.tooManyTokens])
  }

  @Test func `bytes are limited`() {
    #expect(Parsed("{ a }", options: ParserOptions(byteLimit: 5)).summary.isEmpty)
    let parsed = Parsed("{ a b }", options: ParserOptions(byteLimit: 5))
    #expect(parsed.errors.map(\.code) == [.fileTooLarge])
    #expect(parsed.summary == ["1:1 Document has more than 5 bytes. Parsing aborted."])
  }

  /// Everything that can be cut off at the end of a file, and every byte in the place of another.
  @Test func `cut and changed texts are read to their end`() {
    let operation = #"query A($a:[Int!]=[-1.5e3]@d){b:c(x:{y:"\u{1F600}\uD83D\uDE00\n"})...on T{...F}} "#
    let type = #"""
      """a\"""""" type T
      """#
    let text = Array((operation + type).utf8)
    for end in text.indices {
      let parsed = Parsed(bytes: Array(text[..<end]))
      #expect(parsed.errors.allSatisfy { $0.start <= $0.end && $0.end <= parsed.source.count })
    }
    for index in text.indices {
      for byte: UInt8 in [0, 0x0A, 0x22, 0x5C, 0x7B, 0x80, 0xEF, 0xFF] {
        var changed = text
        changed[index] = byte
        let parsed = Parsed(bytes: changed)
        #expect(parsed.errors.allSatisfy { $0.start <= $0.end && $0.end <= parsed.source.count })
      }
    }
  }

  @Test func `large file`() {
    // Ten megabytes of one line: names, then an error at the end.
    let text = "{" + String(repeating: "name ", count: 2_000_000) + "?"
    let parsed = Parsed(text, options: ParserOptions(tokenLimit: 1_000_000))
    #expect(parsed.errors.map(\.code) == [.tooManyTokens])
    let shown = DiagnosticPrinter().text(parsed.errors[0].diagnostic(in: parsed.source))
    #expect(shown.count < 1000)
  }
}
