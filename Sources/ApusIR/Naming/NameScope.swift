/// Gives out names so that no two are equal within a scope.
struct NameScope {
  /// Names of the scopes around, which many scopes share.
  private let outer: NameSet
  private var taken: NameSet

  init(outer: NameSet = NameSet(), taken: NameSet = NameSet()) {
    self.outer = outer
    self.taken = taken
  }

  /// Whether every name is free.
  var isEmpty: Bool { taken.isEmpty && outer.isEmpty }

  func isFree(_ name: String) -> Bool { !taken.contains(name) && !outer.contains(name) }

  mutating func reserve(_ name: String) { taken.insert(name) }

  /// `name`, or with `suffix` and a number behind it the first that is free.
  mutating func claim(_ name: String, suffix: String) -> String {
    if taken.mayContain(name) || outer.mayContain(name) {
      var candidate = name
      var number = 1
      while !isFree(candidate) {
        candidate = name + suffix + (number == 1 ? "" : String(number))
        number += 1
      }
      taken.insert(candidate)
      return candidate
    }
    taken.insertNew(name)
    return name
  }
}

/// A set of names, of which most are asked for once and are not there: some bits of each tell that without a hash of all of it.
struct NameSet: ExpressibleByArrayLiteral {
  /// Few names are looked at one by one.
  private var few: [String] = []
  /// All, where they are more than that.
  private var many: Set<String> = []
  // For each name one of these 128 bits is set.
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  private static let fewCount = 16

  init() {}

  init(_ names: some Sequence<String>) {
    for name in names { insert(name) }
  }

  init(arrayLiteral names: String...) { self.init(names) }

  var isEmpty: Bool { low | high == 0 }

  mutating func insert(_ name: String) {
    if !contains(name) { insertNew(name) }
  }

  /// Adds a name that is not in the set.
  mutating func insertNew(_ name: String) {
    let number = NameSet.number(name)
    if number < 64 { low |= 1 &<< number } else { high |= 1 &<< (number &- 64) }
    if many.isEmpty {
      few.append(name)
      if few.count <= NameSet.fewCount { return }
      many = Set(few)
    } else {
      many.insert(name)
    }
  }

  func contains(_ name: String) -> Bool {
    if !mayContain(name) { return false }
    if !many.isEmpty { return many.contains(name) }
    for one in few where one == name { return true }
    return false
  }

  /// False when the name is not in the set for certain.
  func mayContain(_ name: String) -> Bool {
    let number = NameSet.number(name)
    return (number < 64 ? low &>> number : high &>> (number &- 64)) & 1 != 0
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
