import ApusPlatform

/// Interns strings as dense ids. The id of a removed string is used again, and its bytes for strings of the same length: most keys of a type
/// have one.
///
/// The hash table is seeded per process, because the strings come from servers.
final class Interner {
  /// A string. An unused id has a count that no string has.
  private struct Entry {
    var hash: UInt64
    var start: Int
    var count: Int

    static let unused = Entry(hash: 0, start: 0, count: -1)
  }

  private var slots: UnsafeMutablePointer<UInt32>
  private var capacity = 1024
  private var entries: [Entry] = []
  private var text: UnsafeMutableRawPointer
  private var textCount = 0
  private var textCapacity = 1 << 14
  private var unused: [UInt32] = []
  /// Where the bytes of removed strings are, by their number.
  private var holes: [Int: [Int]] = [:]
  private let seed = UInt64.random(in: 1...UInt64.max)

  init() {
    slots = .allocate(capacity: capacity)
    slots.initialize(repeating: 0, count: capacity)
    text = .allocate(byteCount: textCapacity, alignment: 1)
  }

  deinit {
    slots.deallocate()
    text.deallocate()
  }

  /// The number of ids that were ever used.
  var count: Int { entries.count }

  /// Whether an id below ``count`` has a string.
  func isUsed(_ id: UInt32) -> Bool { entries[Int(id)].count >= 0 }

  func text(_ id: UInt32) -> String { String(decoding: bytes(id), as: UTF8.self) }

  /// The bytes of a string, until another one is added; none for an unused id.
  func bytes(_ id: UInt32) -> UnsafeRawBufferPointer {
    guard entries.indices.contains(Int(id)), isUsed(id) else {
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    let entry = entries[Int(id)]
    return UnsafeRawBufferPointer(start: text + entry.start, count: entry.count)
  }

  /// The id of a string; nil if there is none.
  func find(_ key: UnsafeRawBufferPointer) -> UInt32? {
    let hash = hash(key)
    let slot = slots[slot(of: key, hash)]
    return slot == 0 ? nil : slot &- 1
  }

  func find(_ key: String) -> UInt32? {
    var key = key
    return key.withUTF8 { find(UnsafeRawBufferPointer($0)) }
  }

  /// Whether an id belongs to this string.
  @inline(__always) func isText(_ key: UnsafeRawBufferPointer, _ id: UInt32) -> Bool {
    guard Int(id) < entries.count else { return false }
    let entry = entries[Int(id)]
    return entry.count == key.count && isEqual(text + entry.start, key)
  }

  /// Adds a string that is not in the table yet.
  func add(_ key: UnsafeRawBufferPointer) -> UInt32 {
    let hash = hash(key)
    let slot = slot(of: key, hash)
    let entry = Entry(hash: hash, start: store(key), count: key.count)
    let id = unused.popLast() ?? UInt32(entries.count)
    if Int(id) < entries.count { entries[Int(id)] = entry } else { entries.append(entry) }
    slots[slot] = id + 1
    if entries.count * 2 > capacity { grow() }
    return id
  }

  private func store(_ key: UnsafeRawBufferPointer) -> Int {
    var start = textCount
    if !holes.isEmpty, let hole = holes[key.count]?.popLast() {
      start = hole
    } else {
      if textCount + key.count > textCapacity {
        textCapacity = (textCount + key.count) * 2
        let grown = UnsafeMutableRawPointer.allocate(byteCount: textCapacity, alignment: 1)
        grown.copyMemory(from: text, byteCount: textCount)
        text.deallocate()
        text = grown
      }
      textCount += key.count
    }
    if let bytes = key.baseAddress { (text + start).copyMemory(from: bytes, byteCount: key.count) }
    return start
  }

  /// Removes a string: its id and its bytes are used for another one later.
  func remove(_ id: UInt32) {
    guard entries.indices.contains(Int(id)), isUsed(id) else { return }
    vacate(slotOf: id)
    holes[entries[Int(id)].count, default: []].append(entries[Int(id)].start)
    entries[Int(id)] = .unused
    unused.append(id)
  }

  /// Frees the slot of an id, and moves those after it that would not be found otherwise.
  private func vacate(slotOf id: UInt32) {
    let mask = capacity - 1
    var slot = Int(truncatingIfNeeded: entries[Int(id)].hash) & mask
    while slots[slot] != id + 1 { slot = (slot + 1) & mask }
    var next = (slot + 1) & mask
    while slots[next] != 0 {
      let home = Int(truncatingIfNeeded: entries[Int(slots[next] - 1)].hash) & mask
      // Whether the search for it passes the free slot.
      if (next - home) & mask >= (next - slot) & mask {
        slots[slot] = slots[next]
        slot = next
      }
      next = (next + 1) & mask
    }
    slots[slot] = 0
  }

  /// The slot of a string, or the free slot for it.
  @inline(__always) private func slot(of key: UnsafeRawBufferPointer, _ hash: UInt64) -> Int {
    var slot = Int(truncatingIfNeeded: hash) & (capacity &- 1)
    while slots[slot] != 0 {
      let entry = entries[Int(slots[slot] &- 1)]
      if entry.hash == hash, entry.count == key.count, isEqual(text + entry.start, key) { return slot }
      slot = (slot &+ 1) & (capacity &- 1)
    }
    return slot
  }

  @inline(__always) private func isEqual(_ text: UnsafeRawPointer, _ key: UnsafeRawBufferPointer) -> Bool {
    guard let start = key.baseAddress else { return true }
    return areEqual(text, start, key.count)
  }

  @inline(__always) private func hash(_ key: UnsafeRawBufferPointer) -> UInt64 {
    var hash = seed ^ UInt64(key.count)
    var index = 0
    while index &+ 8 <= key.count {
      hash = Self.mix(
        hash ^ key.loadUnaligned(fromByteOffset: index, as: UInt64.self), 0x9E37_79B9_7F4A_7C15)
      index &+= 8
    }
    var tail: UInt64 = 0
    while index < key.count {
      tail = tail << 8 | UInt64(key[index])
      index &+= 1
    }
    return Self.mix(hash ^ tail, 0xD6E8_FEB8_6659_FD93)
  }

  @inline(__always) private static func mix(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    return product.high ^ product.low
  }

  private func grow() {
    slots.deallocate()
    capacity *= 2
    slots = .allocate(capacity: capacity)
    slots.initialize(repeating: 0, count: capacity)
    for (index, entry) in entries.enumerated() where entry.count >= 0 {
      var slot = Int(truncatingIfNeeded: entry.hash) & (capacity - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (capacity - 1) }
      slots[slot] = UInt32(index + 1)
    }
  }
}
