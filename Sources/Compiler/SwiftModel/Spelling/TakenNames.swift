/// A set of names that is optimized for lookups that fail: a few bits of a name show that it is absent, without hashing it.
struct TakenNames: ExpressibleByArrayLiteral {
  /// The names, while there are few enough to compare them one by one.
  private var few: [String] = []
  /// The names, once there are more.
  private var many: Set<String> = []
  // For each name, one of these 128 bits is set.
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  private static let fewCount = 16

  init() {}

  init(_ names: some Sequence<String>) {
    for name in names { insert(name) }
  }

  init(arrayLiteral names: String...) { self.init(names) }

  mutating func insert(_ name: String) {
    if !contains(name) { insertNew(name) }
  }

  /// Adds a name that the set does not contain.
  mutating func insertNew(_ name: String) {
    let number = TakenNames.number(name)
    if number < 64 { low |= 1 &<< number } else { high |= 1 &<< (number &- 64) }
    if many.isEmpty {
      few.append(name)
      if few.count <= TakenNames.fewCount { return }
      many = Set(few)
    } else {
      many.insert(name)
    }
  }

  func contains(_ name: String) -> Bool {
    let number = TakenNames.number(name)
    if (number < 64 ? low &>> number : high &>> (number &- 64)) & 1 == 0 { return false }
    if !many.isEmpty { return many.contains(name) }
    for one in few where one == name { return true }
    return false
  }

  /// The bit of a name.
  private static func number(_ name: String) -> UInt64 {
    var name = name
    return name.withUTF8 { bytes in
      guard let base = bytes.baseAddress, !bytes.isEmpty else { return 0 }
      let count = bytes.count
      let sum =
        UInt64(truncatingIfNeeded: count) &* 0x9E37_79B9 ^ UInt64(base[0]) &* 0x85EB_CA6B
        ^ UInt64(base[count &>> 1]) &* 0xC2B2_AE35 ^ UInt64(base[count &- 1]) &* 0x27D4_EB2F
      return (sum ^ sum &>> 15) & 127
    }
  }
}
