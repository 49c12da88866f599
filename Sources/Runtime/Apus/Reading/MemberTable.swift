/// A hash table of an object's members by name, for objects with many. Without it, members out of order would take
/// quadratic time.
struct MemberTable {
  /// Up to this number, members are compared one by one.
  static let smallest = 16

  /// Indices in the object's list of members, plus one. Open addressing; the size is a power of two.
  private var slots: UnsafeMutablePointer<UInt32>
  private var capacity: Int
  /// The number of the object's members added so far.
  private var added = 0
  private var filled = 0

  private init(capacity: Int) {
    slots = .allocate(capacity: capacity)
    slots.initialize(repeating: 0, count: capacity)
    self.capacity = capacity
  }

  static func make() -> UnsafeMutablePointer<MemberTable> {
    let table = UnsafeMutablePointer<MemberTable>.allocate(capacity: 1)
    table.initialize(to: MemberTable(capacity: 128))
    return table
  }

  fileprivate func free() { slots.deallocate() }

  /// Adds the members found since the last call. The first of several with the same name wins.
  mutating func add(_ met: UnsafeBufferPointer<UnsafePointer<UInt8>>) {
    while added < met.count {
      if filled * 2 >= capacity { grow(met) }
      insert(UInt32(added), met)
      added += 1
    }
  }

  func find(_ key: StaticString, in met: UnsafeBufferPointer<UnsafePointer<UInt8>>) -> UnsafePointer<UInt8>? {
    let name = UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount)
    var slot = hash(name) & (capacity - 1)
    while slots[slot] != 0 {
      let candidate = met[Int(slots[slot] - 1)]
      if EscapedName.withBytes(candidate, { $0.elementsEqual(name) }) { return candidate }
      slot = (slot + 1) & (capacity - 1)
    }
    return nil
  }

  private mutating func insert(_ index: UInt32, _ met: UnsafeBufferPointer<UnsafePointer<UInt8>>) {
    EscapedName.withBytes(met[Int(index)]) { name in
      var slot = hash(name) & (capacity - 1)
      while slots[slot] != 0 {
        let isSame = EscapedName.withBytes(met[Int(slots[slot] - 1)]) { $0.elementsEqual(name) }
        if isSame { return }
        slot = (slot + 1) & (capacity - 1)
      }
      slots[slot] = index + 1
      filled += 1
    }
  }

  private mutating func grow(_ met: UnsafeBufferPointer<UnsafePointer<UInt8>>) {
    let old = slots
    let oldCapacity = capacity
    capacity *= 2
    slots = .allocate(capacity: capacity)
    slots.initialize(repeating: 0, count: capacity)
    filled = 0
    var slot = 0
    // The order does not matter, because all of these names are distinct.
    while slot < oldCapacity {
      if old[slot] != 0 { insert(old[slot] - 1, met) }
      slot += 1
    }
    old.deallocate()
  }

  /// Seeded per process, so that nobody can craft names that collide.
  private func hash(_ name: UnsafeBufferPointer<UInt8>) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(name))
    return hasher.finalize()
  }
}

extension UnsafeMutablePointer<MemberTable> {
  func destroy() {
    pointee.free()
    deinitialize(count: 1)
    deallocate()
  }
}
