import ApusSource
import Testing

@Suite(.timeLimit(.minutes(15))) struct SourceFileTests {
  @Test func `line feed, carriage return and both end lines`() {
    let file = SourceFile(path: "a", text: "a\nb\rc\r\nd")
    #expect([0, 2, 4, 7].map { file.position(at: $0).line } == [1, 2, 3, 4])
    #expect([0, 2, 4, 7].map { file.position(at: $0).column } == [1, 1, 1, 1])
    #expect(file.lineBounds(2) == (start: 4, end: 5))
  }

  @Test func `line feeds alone end lines`() {
    let file = SourceFile(path: "a", text: "\nab\n\nd\n")
    #expect([0, 1, 3, 4, 5, 6, 7].map { file.position(at: $0).line } == [1, 2, 2, 3, 4, 4, 5])
    #expect(file.lineBounds(1) == (start: 1, end: 3))
    #expect(file.lineBounds(4) == (start: 7, end: 7))
  }

  @Test func `columns count UTF-16`() {
    let file = SourceFile(path: "a", text: "é😀x")
    #expect(file.position(at: 6).column == 4)
  }

  @Test func `a byte order mark is no column`() {
    let file = SourceFile(path: "a", text: "\u{FEFF}ab\ncd")
    #expect([0, 3, 4, 6].map { file.position(at: $0).column } == [1, 1, 2, 1])
    #expect([0, 3, 4, 6].map { file.position(at: $0).line } == [1, 1, 1, 2])
    #expect(file.position(at: 4, in: .bytes).column == 2 && file.position(at: 0, in: .bytes).column == 1)
    #expect(file.offset(line: 0, column: 1) == 4 && file.lineBounds(0) == (start: 3, end: 5))
    #expect(SourceFile(path: "a", text: "\u{FEFF}").position(at: 0).column == 1)
    #expect(
      DiagnosticPrinter().text(Diagnostic(testCode, "m", at: SourceRange(file: file, start: 4, end: 5)))
        == "a:1:2: error: m [test-code]\n1 | ab\n  |  ^\n")
    #expect(
      DiagnosticPrinter().text(Diagnostic(testCode, "m", at: SourceRange(file: file, start: 0, end: 0)))
        == "a:1:1: error: m [test-code]\n1 | ab\n  | ^\n")
  }

  @Test func `the sentinel follows the text`() {
    let file = SourceFile(path: "a", bytes: [65, 66])
    #expect((0..<6).map { file.bytes[$0] } == [65, 66, 0, 0, 0, 0])
  }

  @Test func `text is clamped to the file`() {
    let file = SourceFile(path: "a", text: "abc")
    #expect(file.text(-4, 2) == "ab")
    #expect(file.text(2, 90) == "c")
    #expect(file.text(3, 1).isEmpty)
  }

  @Test func `columns of bytes`() {
    let file = SourceFile(path: "a", text: "é😀x\nb")
    #expect(file.position(at: 6, in: .bytes).column == 7 && file.position(at: 9, in: .bytes).line == 2)
    #expect((0...8).map { file.offset(line: 0, column: $0, in: .bytes) } == [0, 0, 2, 2, 2, 2, 6, 7, 7])
    #expect((0...5).map { file.offset(line: 0, column: $0) } == [0, 2, 2, 6, 7, 7])
    #expect(file.offset(line: -1, column: 3) == 0 && file.offset(line: 2, column: 0) == 9)
    #expect(SourceFile(path: "a", text: "a\nb").lineBounds(1) == (start: 2, end: 3))
  }

  @Test(
    arguments: [
      ([0xE2, 0x82, 0x41], 0), ([0x41, 0xE2, 0x82, 0xAC, 0xFF], 4), ([0xF0, 0x9F, 0x98, 0x41], 0),
      ([0xF0, 0x9F, 0x41, 0x80], 0),
      ([0xE0, 0x9F, 0x80], 0), ([0xE0, 0xA0, 0x80], nil), ([0xED, 0xA0, 0x80], 0), ([0xED, 0x9F, 0xBF], nil),
      ([0xF4, 0x90, 0x80, 0x80], 0),
      ([0xF4, 0x8F, 0xBF, 0xBF], nil), ([0xF0, 0x8F, 0xBF, 0xBF], 0), ([0xF0, 0x90, 0x80, 0x80], nil),
      ([0xC1, 0xBF], 0), ([0xC2, 0x80], nil),
      ([0xC2], 0), ([0xF5, 0x80, 0x80, 0x80], 0), ([0xDF, 0xC0], 0), ([0x80], 0),
    ] as [([UInt8], Int?)])
  func `the first byte that is not UTF-8`(_ bytes: [UInt8], _ place: Int?) {
    func found(_ bytes: [UInt8]) -> Int? { Encoding.firstInvalidByte(bytes, bytes.count) }
    #expect(found(bytes) == place)
    // Also behind text that is read eight bytes at a time.
    let longer = Array(repeating: UInt8(0x20), count: 9) + bytes
    #expect(found(longer) == place.map { $0 + 9 })
  }
}
