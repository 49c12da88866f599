/// Where two texts part, in as few lines as tell it.
enum TextDifference {
  /// The lines of `actual` and `expected` that differ, with three equal lines around them; nil when none does.
  static func between(_ actual: String, and expected: String) -> String? {
    if actual == expected { return nil }
    let new = lines(actual)
    let old = lines(expected)
    var start = 0
    while start < min(new.count, old.count), new[start] == old[start] { start += 1 }
    var end = 0
    while end < min(new.count, old.count) - start, new[new.count - 1 - end] == old[old.count - 1 - end] {
      end += 1
    }
    let before = new[max(0, start - 3)..<start].map { "  " + $0 }
    let removed = old[start..<(old.count - end)].map { "- " + $0 }
    let added = new[start..<(new.count - end)].map { "+ " + $0 }
    let after = new[(new.count - end)..<min(new.count, new.count - end + 3)].map { "  " + $0 }
    let body = before + shortened(removed) + shortened(added) + after
    return (["line \(start + 1):"] + body).joined(separator: "\n")
  }

  private static func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  private static func shortened(_ lines: [String]) -> [String] {
    lines.count <= 30 ? lines : lines.prefix(30) + ["  … \(lines.count - 30) more lines"]
  }
}
