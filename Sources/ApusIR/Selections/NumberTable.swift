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
