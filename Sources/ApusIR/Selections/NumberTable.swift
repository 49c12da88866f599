/// A number for each of a fixed count of things that are themselves numbered: nodes, names, types. 0 at first.
///
/// Behind a pointer, since it is read for every node of an unoptimized build. Whoever holds it knows the count: a key
/// out of range is a fault of the compiler.
final class NumberTable {
  let values: UnsafeMutablePointer<UInt32>

  init(count: Int) {
    values = .allocate(capacity: max(1, count))
    values.initialize(repeating: 0, count: max(1, count))
  }

  deinit { values.deallocate() }
}

/// Numbers by key that can all be forgotten at once, at no cost: those given before ``forgetAll()`` are too small.
struct ScratchNumbers {
  private let table: NumberTable
  private let values: UnsafeMutablePointer<UInt32>
  private var base: UInt32 = 1
  private var end: UInt32 = 1

  init(count: Int) {
    table = NumberTable(count: count)
    values = table.values
  }

  /// The number of a key, or -1.
  func number(of key: Int) -> Int {
    let value = values[key]
    return value < base ? -1 : Int(value &- base)
  }

  /// Numbers go up from 0: `number` is the count of those given since all were forgotten.
  mutating func set(_ key: Int, to number: Int) {
    values[key] = base &+ UInt32(truncatingIfNeeded: number)
    end = base &+ UInt32(truncatingIfNeeded: number) &+ 1
  }

  /// Notes a key.
  ///
  /// - Returns: whether it was not noted yet.
  mutating func insert(_ key: Int) -> Bool {
    if values[key] >= base { return false }
    set(key, to: 0)
    return true
  }

  mutating func forgetAll() { base = end }
}
