import ApusPlatform

/// Encodes slots on the stack as blobs.
extension Normalizer {
  /// Moves the slots from `first` on, with their values, into the arena.
  mutating func encode(_ first: Int, _ kind: UInt32, _ field: UInt32) -> Slot {
    let size = blobSize(first)
    reserve(size)
    let start = arenaCount
    store(first, at: arena + start, size)
    arenaCount += size
    stack.removeLast(stack.count - first)
    return Slot(field: field, kind: kind, a: UInt32(start), b: UInt32(size))
  }

  /// Moves the slots from `first` on into the arena as a list, between elements of a stored list.
  mutating func encode(_ before: BlobRuns, _ first: Int, _ after: BlobRuns, _ field: UInt32) -> Slot {
    let (count, inner) = (before.count + stack.count - first + after.count, blobSize(first))
    let size = inner + (before.count + after.count) * 16 + before.size + after.size
    reserve(size)
    let (start, target) = (arenaCount, arena + arenaCount)
    target.storeBytes(of: UInt32(count), as: UInt32.self)
    target.storeBytes(of: UInt32(size), toByteOffset: 4, as: UInt32.self)
    let slots = (target + Blob.headerSize).assumingMemoryBound(to: Slot.self)
    var offset = Blob.headerSize + count * 16
    before.copy(to: slots, in: target, at: offset)
    offset += before.size
    store(first, slots + before.count, in: target, at: &offset)
    after.copy(to: slots + before.count + stack.count - first, in: target, at: offset)
    arenaCount += size
    stack.removeLast(stack.count - first)
    return Slot(field: field, kind: SlotKind.list, a: UInt32(start), b: UInt32(size))
  }

  /// The size in bytes of a blob with the slots from `first` on.
  func blobSize(_ first: Int) -> Int {
    var size = Blob.headerSize + (stack.count - first) * 16
    var index = first
    while index < stack.count {
      if stack[index].kind != SlotKind.reference { size += Blob.padded(stack[index].b) }
      index += 1
    }
    return size
  }

  /// Stores the slots from `first` on as a blob.
  func store(_ first: Int, at target: UnsafeMutableRawPointer, _ size: Int) {
    let count = stack.count - first
    target.storeBytes(of: UInt32(count), as: UInt32.self)
    target.storeBytes(of: UInt32(size), toByteOffset: 4, as: UInt32.self)
    let slots = (target + Blob.headerSize).assumingMemoryBound(to: Slot.self)
    var offset = Blob.headerSize + count * 16
    store(first, slots, in: target, at: &offset)
  }

  /// Stores the slots from `first` on, and their values from `offset` on.
  @inline(__always) private func store(
    _ first: Int, _ slots: UnsafeMutablePointer<Slot>, in target: UnsafeMutableRawPointer,
    at offset: inout Int
  ) {
    let count = stack.count - first
    var index = 0
    while index < count {
      var slot = stack[first + index]
      if slot.kind != SlotKind.reference {
        // Zero the padding: equal values must be equal bytes.
        if slot.b & 3 != 0 {
          (target + offset + (Int(slot.b) & ~3)).storeBytes(of: 0, as: UInt32.self)
        }
        memcpy(target + offset, bytes(slot), Int(slot.b))
        if slot.kind == SlotKind.keptJSON { slot.kind = SlotKind.json }
        slot.a = UInt32(offset)
        offset += Blob.padded(slot.b)
      }
      slots[index] = slot
      index += 1
    }
  }

  /// The bytes of a slot on the stack: JSON lies in the response's text, everything else in the arena.
  @inline(__always) func bytes(_ slot: Slot) -> UnsafeRawPointer {
    slot.kind == SlotKind.json
      ? UnsafeRawPointer(scanner.base + Int(slot.a)) : UnsafeRawPointer(arena + Int(slot.a))
  }

  /// Pushes a slot whose JSON is not part of the response.
  mutating func append(_ json: String, _ field: UInt32) {
    var json = json
    let count = json.utf8.count
    reserve(Blob.padded(UInt32(count)))
    json.withUTF8 { bytes in
      if let start = bytes.baseAddress { memcpy(arena + arenaCount, start, count) }
    }
    stack.append(Slot(field: field, kind: SlotKind.keptJSON, a: UInt32(arenaCount), b: UInt32(count)))
    arenaCount += Blob.padded(UInt32(count))
  }

  mutating func reserve(_ size: Int) {
    guard arenaCount + size > arenaCapacity else { return }
    arenaCapacity = (arenaCount + size) * 2
    let grown = UnsafeMutableRawPointer.allocate(byteCount: arenaCapacity, alignment: 8)
    memcpy(grown, arena, arenaCount)
    arena.deallocate()
    arena = grown
  }

  /// Copies a blob's slot for the stack, its bytes into the arena.
  mutating func keep(_ slot: Slot, of blob: UnsafeMutableRawPointer) -> Slot {
    if slot.kind == SlotKind.reference { return slot }
    var slot = slot
    let size = Blob.padded(slot.b)
    reserve(size)
    memcpy(arena + arenaCount, blob + Int(slot.a), size)
    slot.a = UInt32(arenaCount)
    arenaCount += size
    if slot.kind == SlotKind.json { slot.kind = SlotKind.keptJSON }
    return slot
  }
}
