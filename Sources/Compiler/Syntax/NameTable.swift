#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An interned name: equal names have equal numbers within one ``NameTable``. 0 means no name.
package typealias NameID = UInt32

/// Interned names. The schema and all documents of a run share one table, so names compare as numbers.
///
/// All state is behind one pointer: every token passes through here, and in unoptimized builds each access to a class
/// property would cost an exclusivity check.
package final class NameTable {
  struct Entry {
    var bytes: UnsafePointer<UInt8>
    var count: UInt32
    var hash: UInt32
  }

  struct Storage {
    var slots: UnsafeMutablePointer<UInt32>
    var slotMask: UInt32
    var entries: UnsafeMutablePointer<Entry>
    var entryCapacity: UInt32
    var entryCount: UInt32
    var chunk: UnsafeMutablePointer<UInt8>
    var chunkUsed: Int
    var chunkCapacity: Int
  }

  let storage: UnsafeMutablePointer<Storage>
  /// The lexer's table of character classes, kept here to build it once per run instead of once per file.
  let classes: UnsafePointer<UInt8>
  private var chunks: [UnsafeMutablePointer<UInt8>] = []

  private static let chunkSize = 64 * 1024

  package init() {
    classes = UnsafePointer(CharacterClass.makeTable())
    let slotCount = 16 * 1024
    let slots = UnsafeMutablePointer<UInt32>.allocate(capacity: slotCount)
    slots.initialize(repeating: 0, count: slotCount)
    let chunk = UnsafeMutablePointer<UInt8>.allocate(capacity: NameTable.chunkSize)
    chunks = [chunk]
    storage = .allocate(capacity: 1)
    storage.initialize(
      to: Storage(
        slots: slots, slotMask: UInt32(slotCount - 1), entries: .allocate(capacity: slotCount / 2),
        entryCapacity: UInt32(slotCount / 2), entryCount: 1, chunk: chunk, chunkUsed: 0,
        chunkCapacity: NameTable.chunkSize))
    storage.pointee.entries[0] = Entry(bytes: UnsafePointer(chunk), count: 0, hash: 0)
    for name in Keyword.all { _ = intern(name) }
  }

  deinit {
    classes.deallocate()
    for chunk in chunks { chunk.deallocate() }
    storage.pointee.slots.deallocate()
    storage.pointee.entries.deallocate()
    storage.deallocate()
  }

  /// The number of interned names, including 0: every ``NameID`` is below it.
  package var count: Int { Int(storage.pointee.entryCount) }

  /// Returns the number of `name`, interning it if it is new; 0 for the empty name.
  package func intern(_ name: String) -> NameID {
    if name.isEmpty { return 0 }
    var name = name
    return name.withUTF8 { buffer in
      guard let base = buffer.baseAddress else { return 0 }
      return intern(base, buffer.count, NameTable.hash(base, buffer.count))
    }
  }

  /// Returns the number of `name`, or 0 if it was never interned.
  package func find(_ name: String) -> NameID {
    var name = name
    return name.withUTF8 { buffer in
      guard let base = buffer.baseAddress else { return 0 }
      let hash = NameTable.hash(base, buffer.count)
      var slot = hash & storage.pointee.slotMask
      while true {
        let id = storage.pointee.slots[Int(slot)]
        if id == 0 { return 0 }
        let entry = storage.pointee.entries[Int(id)]
        if entry.hash == hash, Int(entry.count) == buffer.count, memcmp(entry.bytes, base, buffer.count) == 0
        {
          return id
        }
        slot = (slot &+ 1) & storage.pointee.slotMask
      }
    }
  }

  /// Whether the name begins with two underscores, which are reserved for introspection (section 2.1.9).
  package func isReserved(_ id: NameID) -> Bool {
    let entry = storage.pointee.entries + Int(id)
    return entry.pointee.count >= 2 && entry.pointee.bytes[0] == 0x5F && entry.pointee.bytes[1] == 0x5F
  }

  /// The text of a name; empty for 0.
  package func string(_ id: NameID) -> String {
    let entry = storage.pointee.entries[Int(id)]
    return String(decoding: UnsafeBufferPointer(start: entry.bytes, count: Int(entry.count)), as: UTF8.self)
  }

  /// The UTF-8 bytes of a name. They live as long as the table.
  package func bytes(_ id: NameID) -> UnsafeBufferPointer<UInt8> {
    let entry = storage.pointee.entries + Int(id)
    return UnsafeBufferPointer(
      start: entry.pointee.bytes, count: Int(entry.pointee.count))
  }

  /// The FNV-1a hash, which the lexer also computes while it scans a name.
  static func hash(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UInt32 {
    let prime = FNV1a.prime
    var hash = FNV1a.offsetBasis
    var index = 0
    while index < count {
      hash = (hash ^ UInt32(truncatingIfNeeded: bytes[index])) &* prime
      index = index &+ 1
    }
    return hash
  }

  /// Interns a name of `count` bytes whose FNV-1a hash is already known.
  func intern(_ bytes: UnsafePointer<UInt8>, _ count: Int, _ hash: UInt32) -> NameID {
    let storage = self.storage
    let slots = storage.pointee.slots
    let mask = storage.pointee.slotMask
    let entries = storage.pointee.entries
    var slot = hash & mask
    while true {
      let id = slots[Int(slot)]
      if id == 0 { break }
      let entry = entries + Int(id)
      if entry.pointee.hash == hash, Int(entry.pointee.count) == count,
        memcmp(entry.pointee.bytes, bytes, count) == 0
      {
        return id
      }
      slot = (slot &+ 1) & mask
    }
    return add(bytes, count, hash, slot)
  }

  private func add(_ bytes: UnsafePointer<UInt8>, _ count: Int, _ hash: UInt32, _ slot: UInt32) -> NameID {
    let copy = keep(bytes, count)
    if storage.pointee.entryCount == storage.pointee.entryCapacity { grow() }
    let id = storage.pointee.entryCount
    storage.pointee.entries[Int(id)] = Entry(bytes: copy, count: UInt32(count), hash: hash)
    storage.pointee.entryCount = id &+ 1
    var slot = hash & storage.pointee.slotMask
    while storage.pointee.slots[Int(slot)] != 0 { slot = (slot &+ 1) & storage.pointee.slotMask }
    storage.pointee.slots[Int(slot)] = id
    return id
  }

  private func keep(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UnsafePointer<UInt8> {
    if storage.pointee.chunkUsed + count > storage.pointee.chunkCapacity {
      let capacity = max(NameTable.chunkSize, count)
      let chunk = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
      chunks.append(chunk)
      storage.pointee.chunk = chunk
      storage.pointee.chunkUsed = 0
      storage.pointee.chunkCapacity = capacity
    }
    let place = storage.pointee.chunk + storage.pointee.chunkUsed
    place.update(from: bytes, count: count)
    storage.pointee.chunkUsed += count
    return UnsafePointer(place)
  }

  /// Doubles the capacity for names, keeping half of the slots free.
  private func grow() {
    let capacity = Int(storage.pointee.entryCapacity) * 2
    let entries = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
    entries.update(from: storage.pointee.entries, count: Int(storage.pointee.entryCount))
    storage.pointee.entries.deallocate()
    storage.pointee.entries = entries
    storage.pointee.entryCapacity = UInt32(capacity)
    let slots = UnsafeMutablePointer<UInt32>.allocate(capacity: capacity * 2)
    slots.initialize(repeating: 0, count: capacity * 2)
    storage.pointee.slots.deallocate()
    storage.pointee.slots = slots
    storage.pointee.slotMask = UInt32(capacity * 2 - 1)
    var id: UInt32 = 1
    while id < storage.pointee.entryCount {
      var slot = entries[Int(id)].hash & storage.pointee.slotMask
      while slots[Int(slot)] != 0 { slot = (slot &+ 1) & storage.pointee.slotMask }
      slots[Int(slot)] = id
      id &+= 1
    }
  }
}
