import Apus

/// Replaces the field and record ids of a blob: storage ids by memory ids, or the reverse. It validates every offset, so readers can walk
/// an accepted blob without checks.
struct BlobTranslator {
  /// The maximum nesting of objects and lists.
  static let maximumDepth = 512

  /// The new id of a field; nil if there is none.
  var field: (UInt32) -> UInt32?
  /// The new id of a record; nil if there is none.
  var record: (UInt32) -> UInt32?
  /// Whether an original field id is `__typename`, whose value must be a string.
  var isTypename: (UInt32) -> Bool

  /// Translates a record's blob in place.
  ///
  /// - Parameter base: memory aligned to four bytes.
  /// - Returns: whether the blob is valid; if not, the memory's contents are undefined.
  func translate(_ base: UnsafeMutableRawPointer, count: Int) -> Bool {
    translate(base, count, isList: false, depth: 0)
  }

  private func translate(_ base: UnsafeMutableRawPointer, _ size: Int, isList: Bool, depth: Int) -> Bool {
    guard depth < BlobTranslator.maximumDepth, size >= Blob.headerSize, size & 3 == 0 else { return false }
    let blob = Blob(base)
    guard blob.size == size, blob.count <= (size - Blob.headerSize) / 16 else { return false }
    // Values must be contiguous and in slot order, so that none is visited twice.
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

  /// Readers use the text between the quotes without checking.
  private func isString(_ value: UnsafeMutableRawPointer, _ count: Int) -> Bool {
    count >= 2 && value.load(as: UInt8.self) == 0x22
      && value.load(fromByteOffset: count - 1, as: UInt8.self) == 0x22
  }
}
