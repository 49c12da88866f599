import Apus

/// Gives the fields and records of a blob other numbers, those of the storage or those of the memory. It looks at every byte by which a
/// pointer is moved later, so that a blob that it accepts can be walked without a look.
struct BlobTranslator {
  /// How deep objects and lists may stand in a blob.
  static let maximumDepth = 512

  /// The other number of a field; nil where there is none.
  var field: (UInt32) -> UInt32?
  /// The other number of a record; nil where there is none.
  var record: (UInt32) -> UInt32?
  /// The number of `__typename`, before or after, by which texts are known that must be strings.
  var isTypename: (UInt32) -> Bool

  /// Changes a record's blob in place.
  ///
  /// - Parameter base: memory that begins at a multiple of four.
  /// - Returns: whether it is one; if not, what is in the memory has no meaning any more.
  func translate(_ base: UnsafeMutableRawPointer, count: Int) -> Bool {
    translate(base, count, isList: false, depth: 0)
  }

  private func translate(_ base: UnsafeMutableRawPointer, _ size: Int, isList: Bool, depth: Int) -> Bool {
    guard depth < BlobTranslator.maximumDepth, size >= Blob.headerSize, size & 3 == 0 else { return false }
    let blob = Blob(base)
    guard blob.size == size, blob.count <= (size - Blob.headerSize) / 16 else { return false }
    // Values stand one behind the other, in the order of their slots, so that none is reached twice.
    var offset = Blob.headerSize + blob.count * 16
    let slots = blob.slots
    for index in 0..<blob.count {
      let slot = slots[index]
      if isList {
        guard slot.field == 0 else { return false }
      } else {
        guard let field = field(slot.field) else { return false }
        slots[index].field = field
      }
      if slot.kind == SlotKind.reference {
        guard slot.b == 0, let record = record(slot.a) else { return false }
        slots[index].a = record
        continue
      }
      guard Int(slot.a) == offset, slot.b > 0, Blob.padded(slot.b) <= size - offset else { return false }
      let value = base + offset
      let count = Int(slot.b)
      for index in count..<Blob.padded(slot.b) where value.load(fromByteOffset: index, as: UInt8.self) != 0 {
        return false
      }
      offset += Blob.padded(slot.b)
      switch slot.kind {
      case SlotKind.json:
        if !isList, isTypename(slot.field), !isString(value, count) { return false }
      case SlotKind.list, SlotKind.object:
        let isList = slot.kind == SlotKind.list
        guard translate(value, count, isList: isList, depth: depth + 1) else { return false }
      default: return false
      }
    }
    return offset == size
  }

  /// Readers take what stands between the quotes.
  private func isString(_ value: UnsafeMutableRawPointer, _ count: Int) -> Bool {
    count >= 2 && value.load(as: UInt8.self) == 0x22
      && value.load(fromByteOffset: count - 1, as: UInt8.self) == 0x22
  }
}
