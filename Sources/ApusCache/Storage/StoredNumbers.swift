/// Which number something has in the storage, by the number that it has in this process.
///
/// Numbers in the storage are never given twice: what was removed may still be referred to.
struct StoredNumbers {
  private var numbers: [UInt32] = []
  private var next: UInt32 = 1

  /// The number that was given; nil when none was.
  func known(_ id: UInt32) -> UInt32? {
    guard Int(id) < numbers.count, numbers[Int(id)] != 0 else { return nil }
    return numbers[Int(id)]
  }

  /// The number; nil when all are given away.
  mutating func number(_ id: UInt32) -> UInt32? {
    if let known = known(id) { return known }
    guard next < UInt32.max else { return nil }
    set(id, next)
    return known(id)
  }

  /// Notes at each number what has it, plus one.
  func invert(into ids: inout [UInt32]) {
    if ids.count < Int(next) { ids.append(contentsOf: repeatElement(0, count: Int(next) - ids.count)) }
    for (id, number) in numbers.enumerated() where number != 0 && Int(number) < ids.count {
      ids[Int(number)] = UInt32(id) &+ 1
    }
  }

  /// Notes a number that is in the storage.
  mutating func set(_ id: UInt32, _ number: UInt32) {
    if Int(id) >= numbers.count {
      numbers.append(
        contentsOf: repeatElement(0, count: max(Int(id) + 1 - numbers.count, numbers.count)))
    }
    numbers[Int(id)] = number
    if number >= next { next = number == UInt32.max ? number : number + 1 }
  }
}
