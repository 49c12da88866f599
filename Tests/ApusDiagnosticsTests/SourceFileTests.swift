import ApusDiagnostics
import Testing

@Suite(.timeLimit(.minutes(5))) struct SourceFileTests {
  @Test func lineFeedCarriageReturnAndBothEndLines() {
    let file = SourceFile(path: "a", text: "a\nb\rc\r\nd")
    #expect([0, 2, 4, 7].map { file.position(at: $0).line } == [1, 2, 3, 4])
    #expect([0, 2, 4, 7].map { file.position(at: $0).column } == [1, 1, 1, 1])
    #expect(file.lineBounds(2) == (start: 4, end: 5))
  }

  @Test func lineFeedsAloneEndLines() {
    let file = SourceFile(path: "a", text: "\nab\n\nd\n")
    #expect([0, 1, 3, 4, 5, 6, 7].map { file.position(at: $0).line } == [1, 2, 2, 3, 4, 4, 5])
    #expect(file.lineBounds(1) == (start: 1, end: 3))
    #expect(file.lineBounds(4) == (start: 7, end: 7))
  }

  @Test func columnsCountUTF16OrCodePoints() {
    let file = SourceFile(path: "a", text: "é😀x")
    #expect(file.position(at: 6).column == 4)
    #expect(file.position(at: 6, in: .codePoints).column == 3)
  }

  @Test func sentinelFollowsTheText() {
    let file = SourceFile(path: "a", bytes: [65, 66])
    #expect((0..<6).map { file.bytes[$0] } == [65, 66, 0, 0, 0, 0])
  }

  @Test func textIsClampedToTheFile() {
    let file = SourceFile(path: "a", text: "abc")
    #expect(file.text(-4, 2) == "ab")
    #expect(file.text(2, 90) == "c")
    #expect(file.text(3, 1).isEmpty)
  }
}
