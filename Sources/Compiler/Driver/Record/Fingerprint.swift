/// A 128-bit hash of a sequence of strings. It is not cryptographic: it distinguishes strings that occur in practice, not
/// ones constructed to collide.
///
/// It processes every byte that a build reads and writes in unoptimized builds, so it works a word at a time.
struct Fingerprint: Equatable {
  // Two alternating lanes, so that neither waits for the other's multiplication.
  private var low: UInt64 = 0x243F_6A88_85A3_08D3
  private var high: UInt64 = 0x1319_8A2E_0370_7344

  private static let lowFactor: UInt64 = 0x9E37_79B9_7F4A_7C15
  private static let highFactor: UInt64 = 0xC2B2_AE3D_27D4_EB4F

  // MARK: - Adding

  /// Adds bytes and their length, so that two strings differ from their concatenation.
  mutating func add(_ bytes: UnsafePointer<UInt8>, count: Int) {
    add(UInt64(truncatingIfNeeded: count))
    if Int(bitPattern: bytes) & 7 == 0 {
      addAligned(bytes, count)
    } else {
      // Only short strings are not already contiguous in memory.
      let copy = UnsafeMutablePointer<UInt64>.allocate(capacity: count / 8 + 1)
      defer { copy.deallocate() }
      copy.withMemoryRebound(to: UInt8.self, capacity: count) { copy in
        copy.update(from: bytes, count: count)
        addAligned(copy, count)
      }
    }
  }

  private mutating func addAligned(_ bytes: UnsafePointer<UInt8>, _ count: Int) {
    var low = low
    var high = high
    let lowFactor = Fingerprint.lowFactor
    let highFactor = Fingerprint.highFactor
    let wordCount = count / 8
    bytes.withMemoryRebound(to: UInt64.self, capacity: wordCount) { words in
      var index = 0
      while index &+ 1 < wordCount {
        low = (low ^ words[index]) &* lowFactor
        high = (high ^ words[index &+ 1]) &* highFactor
        // A product's upper bits depend on all lower ones, but its lower bits only on those below them.
        low = low ^ (low &>> 32)
        high = high ^ (high &>> 29)
        index = index &+ 2
      }
    }
    self.low = low
    self.high = high
    var index = (wordCount & ~1) &* 8
    var rest: UInt64 = 0
    var length = 0
    while index < count {
      rest = rest &<< 8 | UInt64(truncatingIfNeeded: bytes[index])
      length = length &+ 1
      index = index &+ 1
      if length == 8 {
        add(rest)
        rest = 0
        length = 0
      }
    }
    add(rest)
  }

  /// Adds a number.
  mutating func add(_ number: UInt64) {
    low = (low ^ number) &* Fingerprint.lowFactor
    high = (high ^ low ^ number) &* Fingerprint.highFactor
    low = low ^ (low &>> 32) ^ high
    high = high ^ (high &>> 29)
  }

  /// Adds a string.
  mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      if let base = bytes.baseAddress, !bytes.isEmpty { add(base, count: bytes.count) } else { add(0) }
    }
  }

  /// Adds a value by recursively reflecting all of its stored properties, so that a new property cannot be forgotten.
  ///
  /// - Parameter value: consists of structs, enums, optionals, collections, strings and numbers.
  mutating func add(reflecting value: Any) {
    let mirror = Mirror(reflecting: value)
    add(UInt64(truncatingIfNeeded: mirror.children.count))
    switch mirror.displayStyle {
    case nil: add(String(describing: value))
    case .enum where mirror.children.isEmpty: add(String(describing: value))
    case .set, .dictionary:
      // The order of sets and dictionaries differs between processes.
      var sum: UInt64 = 0
      for child in mirror.children {
        var element = Fingerprint()
        element.add(reflecting: child.value)
        sum = sum &+ (element.low ^ element.high)
      }
      add(sum)
    default:
      for child in mirror.children {
        add(child.label ?? "")
        add(reflecting: child.value)
      }
    }
  }

  // MARK: - Text

  /// The hash as 32 hexadecimal digits.
  var text: String {
    [high, low].map { half in
      let digits = String(half, radix: 16)
      return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }.joined()
  }
}
