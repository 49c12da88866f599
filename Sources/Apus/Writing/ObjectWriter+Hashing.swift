#if canImport(FoundationEssentials) && !canImport(Darwin)
  import FoundationEssentials
#else
  import Foundation
#endif

// Members on their way to a hasher. It gets no names, for one type's members are always the same, and an object within another one
// feeds the same hasher: a writer for each would take longer than the hashing. Numbers are collected, for the same reason.
extension ObjectWriter {
  /// How many bytes of numbers are collected before the hasher gets them.
  static let collectedHashBytes = 256

  /// Feeds a number.
  @inline(__always) mutating func hash(word: UInt64) {
    if capacity &- count < 8 { hashCollected() }
    UnsafeMutableRawPointer(bytes + count).storeBytes(of: word, as: UInt64.self)
    count &+= 8
  }

  @inline(__always) mutating func hash(_ value: Int) { hash(word: UInt64(truncatingIfNeeded: value)) }

  @inline(__always) mutating func hash(_ value: Bool) { hash(word: value ? 1 : 2) }

  /// Zero and negative zero are equal, and feed alike.
  @inline(__always) mutating func hash(_ value: Double) { hash(word: value == 0 ? 0 : value.bitPattern) }

  /// Feeds null.
  mutating func hashNull() { hash(word: 0x6E75_6C6C) }

  /// Feeds any other value.
  mutating func hash(_ value: some Hashable) {
    if count > 0 { hashCollected() }
    hasher.combine(value)
  }

  /// Gives the hasher the numbers so far, which stand before what comes next.
  @inline(never) mutating func hashCollected() {
    hasher.combine(bytes: UnsafeRawBufferPointer(start: bytes, count: count))
    count = 0
  }

  /// Feeds a custom scalar.
  ///
  /// What unspecialized code asks of a codec to find its value's `Hashable` takes longer than to hash a date.
  mutating func hash<Codec: GraphQLCodec>(_ value: Codec.Value, as codec: Codec.Type) {
    if codec == GraphQLDateTimeCodec.self {
      withUnsafeBytes(of: value) { value in hash(value.load(as: Date.self)) }
    } else if codec == GraphQLUUIDCodec.self {
      withUnsafeBytes(of: value) { value in
        hash(word: value.loadUnaligned(as: UInt64.self))
        hash(word: value.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      }
    } else {
      hash(value)
    }
  }
}
