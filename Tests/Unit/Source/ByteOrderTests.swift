import ApusSource
import Testing

@Suite(.timeLimit(.minutes(15))) struct ByteOrderTests {
  @Test func `compares bytes`() {
    let sorted = ["", "A", "B", "a", "a/b", "a0", "ab", "b", "é", "…", "😀"]
    for (index, text) in sorted.enumerated() {
      for (other, another) in sorted.enumerated() {
        #expect(ByteOrder.precedes(text, another) == (index < other), "\(text) and \(another)")
      }
    }
  }
}
