/// The number of edits between two names: inserting, deleting or replacing a letter, or swapping two neighbors (the
/// optimal string alignment distance). Differences in case count as a single edit in total.
struct LexicalDistance {
  private let input: [UInt8]
  private let lowercased: [UInt8]
  /// The maximum distance of a suggestion: two fifths of the name's length, plus one.
  private let threshold: Int

  init(from input: String) {
    self.input = Array(input.utf8)
    lowercased = LexicalDistance.lowercased(input)
    threshold = self.input.count * 2 / 5 + 1
  }

  /// Returns the distance to `option`, or nil if it is above the threshold.
  func measure(_ option: String) -> Int? {
    if abs(option.utf8.count - input.count) > threshold { return nil }
    if option.utf8.elementsEqual(input) { return 0 }
    let other = LexicalDistance.lowercased(option)
    if other == lowercased { return 1 }
    let long = other.count < lowercased.count ? lowercased : other
    let short = other.count < lowercased.count ? other : lowercased

    var previous: [Int] = []
    var current = Array(0...short.count)
    for i in stride(from: 1, through: long.count, by: 1) {
      let beforePrevious = previous
      previous = current
      current[0] = i
      var smallest = i
      for j in stride(from: 1, through: short.count, by: 1) {
        let isSame = long[i - 1] == short[j - 1]
        var cell = min(previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (isSame ? 0 : 1))
        if i > 1, j > 1, long[i - 1] == short[j - 2], long[i - 2] == short[j - 1] {
          cell = min(cell, beforePrevious[j - 2] + 1)
        }
        current[j] = cell
        smallest = min(smallest, cell)
      }
      // No later row can be smaller than the minimum of this one.
      if smallest > threshold { return nil }
    }
    return current[short.count] <= threshold ? current[short.count] : nil
  }

  private static func lowercased(_ text: String) -> [UInt8] {
    text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }
}
