/// Memory ids by storage id: the inverse of ``StoredNumbers``.
///
/// A forged row can have any id, so memory must grow with the number of rows, not with their ids.
struct NumberedRecords {
  /// Memory ids plus one, indexed by storage id.
  private var ids: [UInt32] = []
  /// Memory ids for storage ids far above the number of rows.
  private var others: [UInt32: UInt32] = [:]

  subscript(_ number: UInt32) -> UInt32? {
    guard Int(number) < ids.count, ids[Int(number)] != 0 else { return others[number] }
    return ids[Int(number)] &- 1
  }

  /// Adds the ids assigned since.
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
