import ApusSyntax

/// Maps (type, name) to a member's number: one open-addressing table for fields, input fields and enum values.
struct MemberTable {
  private var keys: UnsafeMutablePointer<UInt64>
  private var values: UnsafeMutablePointer<UInt32>
  private var mask: Int

  /// - Parameter count: the maximum number of members.
  init(count: Int) {
    var capacity = 16
    while capacity < count * 2 { capacity *= 2 }
    keys = .allocate(capacity: capacity)
    keys.initialize(repeating: 0, count: capacity)
    values = .allocate(capacity: capacity)
    values.initialize(repeating: 0, count: capacity)
    mask = capacity - 1
  }

  func deallocate() {
    keys.deallocate()
    values.deallocate()
  }

  private func slot(_ key: UInt64) -> Int {
    Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) &>> 33) & mask
  }

  /// Adds a member, unless one of that name exists.
  ///
  /// - Returns: the existing member, or 0.
  mutating func insert(_ type: TypeID, _ name: NameID, _ value: UInt32) -> UInt32 {
    let key = UInt64(type.number) &<< 32 | UInt64(name)
    var index = slot(key)
    while keys[index] != 0 {
      if keys[index] == key { return values[index] }
      index = (index &+ 1) & mask
    }
    keys[index] = key
    values[index] = value
    return 0
  }

  /// Returns the member of that name, or 0.
  func find(_ type: TypeID, _ name: NameID) -> UInt32 {
    let key = UInt64(type.number) &<< 32 | UInt64(name)
    var index = slot(key)
    while true {
      let found = keys[index]
      if found == key { return values[index] }
      if found == 0 { return 0 }
      index = (index &+ 1) & mask
    }
  }
}
