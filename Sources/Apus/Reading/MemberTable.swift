/// The members of one object by name, for objects that have many: without it, members out of order would cost the
/// square of their number.
struct MemberTable {
  /// Up to as many members are compared one by one.
  static let smallest = 16

  /// Positions in the object's list of members, plus one; open addressing, a power of two of them.
  private var slots: UnsafeMutablePointer<UInt32>
  private var capacity: Int
  /// How many of the object's members were added.
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

  /// Adds the members that were met since the last time; of those with one name, the first stays.
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
    // The order does not matter: no two of these have one name.
    while slot < oldCapacity {
      if old[slot] != 0 { insert(old[slot] - 1, met) }
      slot += 1
    }
    old.deallocate()
  }

  /// Seeded for each process: whoever writes the text cannot choose names that collide.
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
