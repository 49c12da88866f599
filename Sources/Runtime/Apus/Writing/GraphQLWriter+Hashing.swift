#if canImport(FoundationEssentials) && !canImport(Darwin)
  import FoundationEssentials
#else
  import Foundation
#endif

// Hashes members. Names are not hashed, because a type always has the same members, and nested objects use the same
// hasher, because creating a writer for each would take longer than the hashing. Numbers are collected for the same
// reason.
extension GraphQLWriter {
  /// The number of bytes to collect before passing them to the hasher.
  static let collectedHashBytes = 256

  @inline(__always) mutating func hash(word: UInt64) {
    if capacity &- count < 8 { hashCollected() }
    UnsafeMutableRawPointer(bytes + count).storeBytes(of: word, as: UInt64.self)
    count &+= 8
  }

  @inline(__always) mutating func hash(_ value: Int) { hash(word: UInt64(truncatingIfNeeded: value)) }

  @inline(__always) mutating func hash(_ value: Bool) { hash(word: value ? 1 : 2) }

  /// Zero and negative zero are equal, so they hash alike.
  @inline(__always) mutating func hash(_ value: Double) { hash(word: value == 0 ? 0 : value.bitPattern) }

  mutating func hashNull() { hash(word: 0x6E75_6C6C) }

  /// Hashes any other value.
  mutating func hash(_ value: some Hashable) {
    if count > 0 { hashCollected() }
    hasher.combine(value)
  }

  /// Passes the collected numbers to the hasher, before what comes next.
  @inline(never) mutating func hashCollected() {
    hasher.combine(bytes: UnsafeRawBufferPointer(start: bytes, count: count))
    count = 0
  }

  /// Hashes a custom scalar.
  ///
  /// Looking up the `Hashable` conformance of a codec's value in unspecialized code takes longer than hashing a date.
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
