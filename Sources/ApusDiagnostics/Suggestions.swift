/// "Did you mean …?": known names that look like an unknown one.
package enum Suggestions {
  /// At most so many names are suggested.
  private static let maximumCount = 5

  /// The sentence that suggests the known names most like `name`, with a leading space; empty when none is alike.
  ///
  /// - Parameters:
  ///   - name: what was written.
  ///   - options: what is known there.
  package static func didYouMean(_ name: String, among options: [String]) -> String {
    didYouMean(list(for: name, among: options))
  }

  /// The sentence that suggests `names`, with a leading space; empty when there are none.
  ///
  /// - Parameter subject: words between "Did you mean" and the names, for example "to use an inline fragment on".
  package static func didYouMean(_ names: [String], subject: String? = nil) -> String {
    if names.isEmpty { return "" }
    let quoted = names.prefix(maximumCount).map { "\"\($0)\"" }
    return " Did you mean \(subject.map { $0 + " " } ?? "")\(join(quoted, "or"))?"
  }

  /// The options that few edits lead to from `name`: the nearest first, equally near ones in natural order.
  package static func list(for name: String, among options: [String]) -> [String] {
    var distance = EditDistance(from: name)
    let threshold = Int(Double(name.unicodeScalars.count) * 0.4) + 1
    var found: [(option: String, distance: Int)] = []
    for option in Set(options) {
      if let edits = distance.measure(option, threshold: threshold) { found.append((option, edits)) }
    }
    found.sort { ($0.distance, NaturalOrder($0.option)) < ($1.distance, NaturalOrder($1.option)) }
    return found.map(\.option)
  }

  /// `A`, `A or B`, `A, B, or C`.
  package static func join(_ items: [String], _ conjunction: String) -> String {
    if items.count < 3 { return items.joined(separator: " \(conjunction) ") }
    return items.dropLast().joined(separator: ", ") + ", \(conjunction) " + (items.last ?? "")
  }
}

/// The number of edits from one name to another: an inserted, deleted or replaced letter, or two swapped.
///
/// A difference in case alone counts as one edit.
private struct EditDistance {
  let name: String
  let letters: [UInt8]

  init(from name: String) {
    self.name = name
    letters = EditDistance.lowercase(name)
  }

  /// The distance, or nil when it is above the threshold.
  mutating func measure(_ option: String, threshold: Int) -> Int? {
    if option == name { return 0 }
    let other = EditDistance.lowercase(option)
    if other == letters { return 1 }
    let (long, short) = other.count < letters.count ? (letters, other) : (other, letters)
    if long.count - short.count > threshold { return nil }
    // The rows of the table for the letters before the last, the last and the current one of the longer name.
    var beforeLast = [Int](repeating: 0, count: short.count + 1)
    var last = Array(0...short.count)
    var current = beforeLast
    for i in 0..<long.count {
      current[0] = i + 1
      var smallest = current[0]
      for j in 0..<short.count {
        let cost = long[i] == short[j] ? 0 : 1
        var cell = min(last[j + 1] + 1, current[j] + 1, last[j] + cost)
        if i > 0, j > 0, long[i] == short[j - 1], long[i - 1] == short[j] {
          cell = min(cell, beforeLast[j - 1] + 1)
        }
        current[j + 1] = cell
        smallest = min(smallest, cell)
      }
      if smallest > threshold { return nil }
      (beforeLast, last, current) = (last, current, beforeLast)
    }
    let distance = last[short.count]
    return distance <= threshold ? distance : nil
  }

  /// Names are ASCII; other bytes stay as they are.
  private static func lowercase(_ name: String) -> [UInt8] {
    name.utf8.map { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") ? $0 | 0x20 : $0 }
  }
}

/// Compares names so that `a2` comes before `a10`: runs of digits as numbers, all else byte by byte.
private struct NaturalOrder: Comparable {
  let bytes: [UInt8]

  init(_ name: String) { bytes = Array(name.utf8) }

  static func < (left: NaturalOrder, right: NaturalOrder) -> Bool {
    var i = 0
    var j = 0
    while i < left.bytes.count, j < right.bytes.count {
      if isDigit(left.bytes[i]), isDigit(right.bytes[j]) {
        let a = left.number(at: &i)
        let b = right.number(at: &j)
        if a.count != b.count { return a.count < b.count }
        if !a.elementsEqual(b) { return a.lexicographicallyPrecedes(b) }
      } else {
        if left.bytes[i] != right.bytes[j] { return left.bytes[i] < right.bytes[j] }
        i += 1
        j += 1
      }
    }
    if left.bytes.count - i != right.bytes.count - j { return left.bytes.count - i < right.bytes.count - j }
    return left.bytes.lexicographicallyPrecedes(right.bytes)
  }

  /// The digits at `index` without leading zeros; `index` moves behind them.
  private func number(at index: inout Int) -> ArraySlice<UInt8> {
    let start = index
    while index < bytes.count, NaturalOrder.isDigit(bytes[index]) { index += 1 }
    return bytes[start..<index].drop { $0 == UInt8(ascii: "0") }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }
}
