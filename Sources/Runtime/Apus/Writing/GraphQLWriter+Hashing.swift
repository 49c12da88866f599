#if canImport(FoundationEssentials) && !canImport(Darwin)
  import FoundationEssentials
#else
  import Foundation
#endif

// Hashes members. Names are not hashed, because a type always has the same members, and nested objects use the same
// hasher, because creating a writer for each would take longer than the hashing.
//
// Numbers are folded into one word with a multiplication each, and the hasher gets that word at the end: its SipHash takes
// some forty instructions for a word, folding six. The fold starts with a secret of the process, so nobody can
// craft numbers that collide.
extension GraphQLWriter {
  /// The secret: where the fold starts. The same in each process if hashing is deterministic.
  static let hashSeed = UInt64(truncatingIfNeeded: Hasher().finalize())

  @inline(__always) mutating func hash(word: UInt64) { folded = Self.fold(folded, word) }

  /// Together, the halves of the product depend on all bits of both words.
  @inline(__always) private static func fold(_ folded: UInt64, _ word: UInt64) -> UInt64 {
    let product = (folded ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }

  @inline(__always) mutating func hash(_ value: Int) { hash(word: UInt64(truncatingIfNeeded: value)) }

  @inline(__always) mutating func hash(_ value: Bool) { hash(word: value ? 1 : 2) }

  /// Zero and negative zero are equal, so they hash alike.
  @inline(__always) mutating func hash(_ value: Double) { hash(word: value == 0 ? 0 : value.bitPattern) }

  @inline(__always) mutating func hashNull() { hash(word: 0x6E75_6C6C) }

  /// Hashes any other value.
  @inline(never) mutating func hash(_ value: some Hashable) {
    // The fold records its place among the numbers and nulls.
    hash(word: 0x7661_6C75)
    hasher.combine(value)
  }

  /// Hashes the name of an enum value: folds its bytes.
  ///
  /// Names of GraphQL are ASCII. Other text, which may equal text with other bytes, is left to the hasher.
  @inline(never) mutating func hash(name: String) {
    // A string from Objective-C is copied, because it has to hash like an equal one of Swift.
    var name = name
    let folded = name.withUTF8 { Self.fold(self.folded, ascii: $0) }
    if let folded { self.folded = folded } else { hash(name) }
  }

  /// Folds text and its length; nil if it is not ASCII.
  private static func fold(_ folded: UInt64, ascii text: UnsafeBufferPointer<UInt8>) -> UInt64? {
    var folded = fold(folded, UInt64(truncatingIfNeeded: text.count))
    guard let start = text.baseAddress else { return folded }
    var seen: UInt64 = 0
    var index = 0
    while index &+ 8 <= text.count {
      let word = UInt64(littleEndian: GraphQLReader.word(start, index))
      seen |= word
      folded = fold(folded, word)
      index &+= 8
    }
    // The rest, with the eight bytes that end with it where there are so many.
    var rest: UInt64 = 0
    if index > 0 {
      rest = UInt64(littleEndian: GraphQLReader.word(start, text.count &- 8))
    } else {
      while index < text.count {
        rest = rest &<< 8 | UInt64(truncatingIfNeeded: start[index])
        index &+= 1
      }
    }
    return JSONString.isASCII(seen | rest) ? fold(folded, rest) : nil
  }

  /// Passes the folded numbers to the hasher, after everything else.
  mutating func finishHashing() { hasher.combine(folded) }

  /// Hashes a custom scalar.
  ///
  /// Looking up the `Hashable` conformance of a codec's value in unspecialized code takes longer than hashing a date.
  mutating func hash<Codec: GraphQLCodec>(_ value: Codec.Value, as codec: Codec.Type) {
    if codec == GraphQLDateTimeCodec.self {
      hash(unsafeBitCast(value, to: Date.self).timeIntervalSinceReferenceDate)
    } else if codec == GraphQLUUIDCodec.self {
      withUnsafeBytes(of: unsafeBitCast(value, to: UUID.self).uuid) { bytes in
        hash(word: bytes.loadUnaligned(as: UInt64.self))
        hash(word: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      }
    } else if codec == GraphQLURLCodec.self {
      hash(unsafeBitCast(value, to: URL.self))
    } else {
      hash(value)
    }
  }
}
