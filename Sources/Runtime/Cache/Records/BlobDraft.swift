/// A blob that is made of other values, slot by slot.
struct BlobDraft {
  private var slots: [Slot] = []
  private var values: [UInt8] = []

  /// Adds a copy of a slot with its value.
  mutating func add(_ slot: Slot, of blob: Blob) {
    if slot.kind == SlotKind.reference { return add(reference: slot.a, slot.field) }
    add(UnsafeRawBufferPointer(start: blob.value(slot), count: Int(slot.b)), slot.kind, slot.field)
  }

  mutating func add(reference record: UInt32, _ field: UInt32) {
    slots.append(Slot(field: field, kind: SlotKind.reference, a: record, b: 0))
  }

  mutating func add(_ value: some Collection<UInt8>, _ kind: UInt32, _ field: UInt32) {
    let count = UInt32(value.count)
    slots.append(Slot(field: field, kind: kind, a: UInt32(values.count), b: count))
    values += value
    // Padding is zero: equal values must be equal bytes.
    values += repeatElement(0, count: Blob.padded(count) - value.count)
  }

  var bytes: [UInt8] {
    let start = Blob.headerSize + slots.count * MemoryLayout<Slot>.size
    let moved = slots.map { slot in
      var slot = slot
      if slot.kind != SlotKind.reference { slot.a += UInt32(start) }
      return slot
    }
    let header = [UInt32(slots.count), UInt32(start + values.count)]
    return header.withUnsafeBytes { Array($0) } + moved.withUnsafeBytes { Array($0) } + values
  }

  /// Memory with the blob, which the caller must free.
  func copy() -> UnsafeMutableRawPointer {
    let bytes = bytes
    let base = UnsafeMutableRawPointer.allocate(byteCount: bytes.count, alignment: 8)
    base.initializeMemory(as: UInt8.self, from: bytes, count: bytes.count)
    return base
  }
}
