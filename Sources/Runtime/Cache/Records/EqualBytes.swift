import ApusPlatform

/// Compares two byte ranges. Most are so short that calling `memcmp` would cost more than comparing.
@inline(__always) func areEqual(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer, _ count: Int) -> Bool {
  if count > 32 { return memcmp(one, other, count) == 0 }
  if count >= 8 {
    var index = 0
    while index &+ 8 <= count {
      if one.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        != other.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      {
        return false
      }
      index &+= 8
    }
    // The last eight, some of which may be compared twice.
    return one.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
      == other.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
  }
  if count >= 4 {
    return one.loadUnaligned(as: UInt32.self) == other.loadUnaligned(as: UInt32.self)
      && one.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
        == other.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
  }
  var index = 0
  while index < count {
    if one.load(fromByteOffset: index, as: UInt8.self) != other.load(fromByteOffset: index, as: UInt8.self) {
      return false
    }
    index &+= 1
  }
  return true
}
