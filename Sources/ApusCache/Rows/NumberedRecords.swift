/// What has which number in the storage: ``StoredNumbers`` the other way round.
///
/// A row that was forged can have any number: memory grows with what there is, not with how it is numbered.
struct NumberedRecords {
  /// By number what has it, plus one.
  private var ids: [UInt32] = []
  /// What has a number that is far above how many there are.
  private var others: [UInt32: UInt32] = [:]

  /// What has a number; nil when nothing has.
  subscript(_ number: UInt32) -> UInt32? {
    guard Int(number) < ids.count, ids[Int(number)] != 0 else { return others[number] }
    return ids[Int(number)] &- 1
  }

  /// Learns which numbers were given since.
  mutating func learn(_ numbers: StoredNumbers) {
    let bound = 65_536 + 4 * numbers.count
    for (id, number) in numbers.all {
      let index = Int(number)
      if index >= bound {
        others[number] = id
        continue
      }
      if index >= ids.count {
        ids.append(contentsOf: repeatElement(0, count: max(index + 1 - ids.count, ids.count)))
      }
      ids[index] = id &+ 1
    }
  }
}
