/// A set of records, with one bit for each.
struct RecordSet {
  private var words: [UInt64] = []

  func contains(_ record: UInt32) -> Bool {
    let index = Int(record >> 6)
    return index < words.count && words[index] & RecordSet.bit(record) != 0
  }

  /// - Returns: whether the record was not in the set.
  mutating func insert(_ record: UInt32) -> Bool {
    let index = Int(record >> 6)
    if index >= words.count {
      words.append(contentsOf: repeatElement(0, count: max(index + 1 - words.count, words.count)))
    }
    if words[index] & RecordSet.bit(record) != 0 { return false }
    words[index] |= RecordSet.bit(record)
    return true
  }

  private static func bit(_ record: UInt32) -> UInt64 { 1 << UInt64(record & 63) }
}
