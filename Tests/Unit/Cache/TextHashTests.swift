import Testing

@testable import ApusCache

@Suite(.timeLimit(.minutes(15))) struct TextHashTests {
  private func sum(_ text: String) -> UInt64 { Array(text.utf8).withUnsafeBytes { TextHash($0).sum } }

  /// Files of other versions of the cache have these sums in front of their rows.
  @Test(
    arguments: [
      ("", 0x62BC_B8C2_202A_CE27), ("a", 0xDA9E_4A91_1E43_48F9), ("0123456789abcdef", 0xB1B1_81F3_02FC_2869),
      ("The sum of a row, in two blocks", 0xB6B8_43E9_FB90_EA72),
    ] as [(String, UInt64)])
  func `a sum stays what it is`(_ text: String, _ expected: UInt64) {
    #expect(sum(text) == expected)
  }

  @Test func `texts of zeros differ by their length`() {
    let texts = (0..<40).map { String(repeating: "\0", count: $0) }
    #expect(Set(texts.map(sum)).count == texts.count)
    #expect(Set(texts.map { sum($0 + "a") }).count == texts.count)
  }
}
