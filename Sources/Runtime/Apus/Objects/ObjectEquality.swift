#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(ucrt)
  import ucrt
#endif

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
    // The bits of a few elements, then of twice as many each time, until some differ: those elements contain strings or
    // lists of their own, and the rest will too.
    var length = Swift.min(16, count)
    while length > 0, memcmp(one, other, length * MemoryLayout<Element>.stride) == 0 {
      one += length
      other += length
      length = Swift.min(length * 2, end - one)
    }
    while one < end {
      if !areEqual(one.pointee, other.pointee) { return false }
      one += 1
      other += 1
    }
    return true
  }
}
