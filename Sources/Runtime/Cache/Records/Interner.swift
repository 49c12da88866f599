import ApusPlatform

/// Interns strings as dense ids. The id of a removed string is used again.
///
/// The hash table is seeded per process, because the strings come from servers.
final class Interner {
  /// A string. An unused id has no text and a count that no string has.
  private struct Entry {
    var hash: UInt64
    var text: UnsafeMutableRawPointer?
    var count: UInt32
    var page: UInt32

    static var unused: Entry { Entry(hash: 0, text: nil, count: .max, page: 0) }
  }

  /// Memory with the bytes of strings. Memory in pages need not be copied when it grows, and what removed strings leave can be freed bit by bit.
  private struct Page {
    let memory: UnsafeMutableRawPointer
    let capacity: Int
    /// The ids whose strings were added, in order.
    var ids: [UInt32] = []
    /// The bytes that are taken, and those of strings that were not removed.
    var used = 0
    var live = 0
  }

  private static let pageSize = 1 << 14

  private var slots: UnsafeMutablePointer<UInt32>
  private var capacity = 1024
  private var entries: [Entry] = []
  private var pages: [Page?] = []
  /// The page that gets the next string.
  private var current = 0
  private var unusedPages: [Int] = []
  private var unused: [UInt32] = []
  private let seed = UInt64.random(in: 1...UInt64.max)

  init() {
    slots = .allocate(capacity: capacity)
    slots.initialize(repeating: 0, count: capacity)
  }

  deinit {
    slots.deallocate()
    for page in pages { page?.memory.deallocate() }
  }

  /// An id above all that are used.
  var count: Int { entries.count }

  /// Whether an id below ``count`` has a string.
  func isUsed(_ id: UInt32) -> Bool { entries[Int(id)].text != nil }

  func text(_ id: UInt32) -> String { String(decoding: bytes(id), as: UTF8.self) }

  /// The bytes of a string, until a string is removed; none for an unused id.
  func bytes(_ id: UInt32) -> UnsafeRawBufferPointer {
    guard entries.indices.contains(Int(id)), let text = entries[Int(id)].text else {
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return UnsafeRawBufferPointer(start: text, count: Int(entries[Int(id)].count))
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
    return isText(key, entries[Int(id)])
  }

  @inline(__always) private func isText(_ key: UnsafeRawBufferPointer, _ entry: Entry) -> Bool {
    guard Int(entry.count) == key.count, let text = entry.text else { return false }
    guard let start = key.baseAddress else { return true }
    return areEqual(text, start, key.count)
  }

  /// Adds a string that is not in the table yet.
  func add(_ key: UnsafeRawBufferPointer) -> UInt32 {
    let hash = hash(key)
    let slot = slot(of: key, hash)
    let id: UInt32
    if let known = unused.popLast() {
      id = known
    } else {
      id = UInt32(entries.count)
      entries.append(.unused)
    }
    store(key, of: id, hash)
    slots[slot] = id + 1
    if entries.count * 2 > capacity { grow() }
    return id
  }

  /// The slot of a string, or the free slot for it.
  @inline(__always) private func slot(of key: UnsafeRawBufferPointer, _ hash: UInt64) -> Int {
    var slot = Int(truncatingIfNeeded: hash) & (capacity &- 1)
    while slots[slot] != 0 {
      let entry = entries[Int(slots[slot] &- 1)]
      if entry.hash == hash, isText(key, entry) { return slot }
      slot = (slot &+ 1) & (capacity &- 1)
    }
    return slot
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
    for (index, entry) in entries.enumerated() where entry.text != nil {
      var slot = Int(truncatingIfNeeded: entry.hash) & (capacity - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (capacity - 1) }
      slots[slot] = UInt32(index + 1)
    }
  }

  // MARK: - Pages

  private func store(_ key: UnsafeRawBufferPointer, of id: UInt32, _ hash: UInt64) {
    // Even an empty string has a place of its own.
    let size = max(key.count, 1)
    if pages.isEmpty || !hasRoom(size) { openPage(size) }
    let place = pages[current].map { $0.memory + $0.used }
    if let place, let start = key.baseAddress { place.copyMemory(from: start, byteCount: key.count) }
    pages[current]?.ids.append(id)
    pages[current]?.used += size
    pages[current]?.live += size
    entries[Int(id)] = Entry(hash: hash, text: place, count: UInt32(key.count), page: UInt32(current))
  }

  private func hasRoom(_ size: Int) -> Bool { pages[current].map { $0.used + size <= $0.capacity } ?? false }

  private func openPage(_ size: Int) {
    let capacity = max(size, Self.pageSize)
    let page = Page(memory: .allocate(byteCount: capacity, alignment: 1), capacity: capacity)
    if let number = unusedPages.popLast() {
      pages[number] = page
      current = number
    } else {
      pages.append(page)
      current = pages.count - 1
    }
  }

  // MARK: - Removing

  /// Removes a string: its id is used for another one later.
  func remove(_ id: UInt32) {
    guard entries.indices.contains(Int(id)), entries[Int(id)].text != nil else { return }
    vacate(slotOf: id)
    let page = Int(entries[Int(id)].page)
    pages[page]?.live -= max(Int(entries[Int(id)].count), 1)
    entries[Int(id)] = .unused
    unused.append(id)
    if page != current, let half = pages[page].map({ $0.live * 2 < $0.used }), half { compact(page) }
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

  /// Moves what is left of a page to the current one.
  private func compact(_ number: Int) {
    guard let page = pages[number] else { return }
    // Strings are not moved into the page that they leave.
    pages[number] = nil
    for id in page.ids {
      let entry = entries[Int(id)]
      // An id may occur twice: it was used again.
      guard let text = entry.text, entry.page == number, text >= page.memory,
        text < page.memory + page.capacity
      else { continue }
      store(UnsafeRawBufferPointer(start: text, count: Int(entry.count)), of: id, entry.hash)
    }
    page.memory.deallocate()
    unusedPages.append(number)
  }
}
