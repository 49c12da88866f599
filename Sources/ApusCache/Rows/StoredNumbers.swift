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

  /// Everything that has a number.
  var all: some Sequence<(id: UInt32, number: UInt32)> {
    numbers.lazy.enumerated().filter { $0.element != 0 }.map { (UInt32($0.offset), $0.element) }
  }

  /// How many are given, at the most.
  var count: Int { numbers.count }

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
