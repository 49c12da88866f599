import Foundation
import Testing

import ApusClient

@Suite(.timeLimit(.minutes(15))) struct DataSearchTests {
  /// At the start, in the middle and at the end, behind beginnings that go on otherwise.
  @Test(arguments: [
    ("abc", "abc", true), ("abcd", "abc", true), ("xabc", "abc", true), ("xabcd", "abc", true),
    ("aababc", "abc", true), ("aabc", "abc", true), ("ab", "abc", false), ("xab", "abc", false),
    ("abab", "abc", false),
    ("", "abc", false), ("c", "c", true), ("", "", true), ("a", "", true),
  ])
  func `finds a text anywhere`(_ data: String, _ text: String, _ isThere: Bool) {
    #expect(Data(data.utf8).containsBytes(of: text) == isThere)
  }
}
