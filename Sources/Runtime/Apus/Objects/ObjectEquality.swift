// The synthesized `==` of generated types compares lists with these functions. They are declared for fewer types than
// the standard library's, so overload resolution prefers them. The standard library's are compiled again for each
// element type in each module with generated types, which is half of the compile time of `==` there; these are compiled
// once, here.

extension Array where Element: GraphQLWritable {
  /// Whether both lists hold equal objects in the same order.
  @inline(never) public static func == (first: [Element], second: [Element]) -> Bool {
    first.count == second.count
      && first.withUnsafeBufferPointer { first in
        second.withUnsafeBufferPointer { second in
          first.isEqual(to: second) { (one: borrowing Element, other: borrowing Element) in one == other }
        }
      }
  }
}

extension Array where Element: GraphQLEnum {
  /// Whether both lists contain the same values in the same order.
  @inline(never) public static func == (first: [Element], second: [Element]) -> Bool {
    first.count == second.count
      && first.withUnsafeBufferPointer { first in
        second.withUnsafeBufferPointer { second in
          first.isEqual(to: second) { (one: borrowing Element, other: borrowing Element) in one == other }
        }
      }
  }
}

// For elements that cannot be copied, so that none is: unspecialized code would otherwise copy each one to compare it,
// retaining and releasing every string and list inside.
extension UnsafeBufferPointer where Element: ~Copyable {
  /// The number of elements whose bits are compared at once.
  private static var stretch: Int { 16 }

  /// Whether the elements equal those in a buffer of the same length.
  ///
  /// Elements with equal bits are equal, for example in lists that share storage, so elements without heap-allocated
  /// strings need no call of `==`. If the bits differ, `==` decides. (A NaN, which responses never contain, is
  /// therefore equal to itself, as in shared storage.)
  fileprivate func isEqual(
    to others: UnsafeBufferPointer<Element>,
    _ areEqual: (borrowing Element, borrowing Element) -> Bool
  ) -> Bool {
    guard var one = baseAddress, var other = others.baseAddress, one != other else { return true }
    let end = one + count
    var canHaveSameBits = true
    while one < end {
      let length = Swift.min(Self.stretch, end - one)
      let stop = one + length
      if canHaveSameBits {
        if Self.haveSameBits(one, other, length * MemoryLayout<Element>.stride) {
          one = stop
          other += length
          continue
        }
        // These elements contain separately allocated strings or lists, and the rest will too.
        canHaveSameBits = false
      }
      while one < stop {
        if !areEqual(one.pointee, other.pointee) { return false }
        one += 1
        other += 1
      }
    }
    return true
  }

  /// There is no early exit, so that the compiler can compare several words at once.
  private static func haveSameBits(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer, _ count: Int) -> Bool {
    var difference: UInt64 = 0
    let words = count & ~7
    var offset = 0
    while offset < words {
      difference |=
        one.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        ^ other.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      offset &+= 8
    }
    while offset < count {
      difference |= UInt64(
        one.load(fromByteOffset: offset, as: UInt8.self) ^ other.load(fromByteOffset: offset, as: UInt8.self))
      offset &+= 1
    }
    return difference == 0
  }
}
