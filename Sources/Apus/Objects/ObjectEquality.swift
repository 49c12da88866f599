// The `==` that Swift makes for an emitted type compares lists by these: they are declared for fewer types than the standard
// library's, and so preferred. The standard library's are compiled once more for each type of element, in each
// module that has emitted types, and are half of what `==` costs the Swift compiler there; these are compiled once, here.

extension Array where Element: GraphQLObject {
  /// Whether both lists hold equal objects in the same order.
  @inline(never) public static func == (first: [Element], second: [Element]) -> Bool {
    first.count == second.count
      && first.withUnsafeBufferPointer { first in
        second.withUnsafeBufferPointer { second in first.isEqual(to: second, Element._areEqual(at:_:)) }
      }
  }
}

extension Array where Element: GraphQLEnum {
  /// Whether both lists hold the same values in the same order.
  @inline(never) public static func == (first: [Element], second: [Element]) -> Bool {
    first.count == second.count
      && first.withUnsafeBufferPointer { first in
        second.withUnsafeBufferPointer { second in first.isEqual(to: second, Element._areEqual(at:_:)) }
      }
  }
}

extension Optional {
  /// Whether both are nil, or lists of equal objects in the same order.
  @inline(never) public static func == <Object: GraphQLObject>(first: Wrapped?, second: Wrapped?) -> Bool
  where Wrapped == [Object] {
    switch (first, second) {
    case (let first?, let second?): first == second
    case (nil, nil): true
    default: false
    }
  }

  /// Whether both are nil, or lists of the same values in the same order.
  @inline(never) public static func == <Value: GraphQLEnum>(first: Wrapped?, second: Wrapped?) -> Bool
  where Wrapped == [Value] {
    switch (first, second) {
    case (let first?, let second?): first == second
    case (nil, nil): true
    default: false
    }
  }
}

extension UnsafeBufferPointer {
  /// How many elements have their bits compared at once.
  private static var stretch: Int { 16 }

  /// Whether each element equals the one at its place in a buffer of the same length.
  ///
  /// Elements of the same bits are equal, as lists that share their storage are: what has no text on the heap needs no call of
  /// `==`. Where the bits differ, `==` decides. (A NaN, which no response has, is then equal to itself, as in shared storage.)
  fileprivate func isEqual(
    to others: UnsafeBufferPointer<Element>,
    _ areEqual: (UnsafePointer<Element>, UnsafePointer<Element>) -> Bool
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
        // These have texts or lists of their own, and so will the rest.
        canHaveSameBits = false
      }
      while one < stop {
        if !areEqual(one, other) { return false }
        one += 1
        other += 1
      }
    }
    return true
  }

  /// Without an end before the last: so the compiler compares several words at once.
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
