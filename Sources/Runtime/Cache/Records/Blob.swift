/// The kinds of values in a slot.
enum SlotKind {
  /// JSON text.
  static let json: UInt32 = 0
  /// A reference to a record.
  static let reference: UInt32 = 1
  /// A list: a blob of elements.
  static let list: UInt32 = 2
  /// An object without a key: a blob of fields.
  static let object: UInt32 = 3
  /// Only while encoding: JSON text copied from another blob.
  static let keptJSON: UInt32 = 4
}

/// A field's value, or an element of a list.
struct Slot {
  /// The field's id; 0 for an element.
  var field: UInt32
  var kind: UInt32
  /// The value's offset in the blob; the record for a reference.
  var a: UInt32
  /// The value's size in bytes.
  var b: UInt32
}

/// A record, object or list as bytes: the number of slots, the size in bytes, the slots, and their values. Each value starts at a multiple
/// of four and is padded with zeros, so equal values have equal bytes.
struct Blob {
  static let headerSize = 8

  let base: UnsafeMutableRawPointer

  @inline(__always) init(_ base: UnsafeMutableRawPointer) { self.base = base }

  @inline(__always) var count: Int { Int(base.load(as: UInt32.self)) }
  @inline(__always) var size: Int { Int(base.load(fromByteOffset: 4, as: UInt32.self)) }
  @inline(__always) var slots: UnsafeMutablePointer<Slot> {
    (base + Blob.headerSize).assumingMemoryBound(to: Slot.self)
  }

  /// Whether the object was deleted. An evicted record lacks slots too, but has a size.
  @inline(__always) var isDeleted: Bool { size == 0 }

  /// A record without slots: deleted or evicted.
  static func empty(isDeleted: Bool) -> UnsafeMutableRawPointer {
    let blob = UnsafeMutableRawPointer.allocate(byteCount: headerSize, alignment: 8)
    blob.storeBytes(of: 0, as: UInt32.self)
    blob.storeBytes(of: isDeleted ? 0 : UInt32(headerSize), toByteOffset: 4, as: UInt32.self)
    return blob
  }

  /// A copy that the caller must free.
  var copy: UnsafeMutableRawPointer {
    let copy = UnsafeMutableRawPointer.allocate(byteCount: max(size, Blob.headerSize), alignment: 8)
    copy.copyMemory(from: base, byteCount: max(size, Blob.headerSize))
    return copy
  }

  /// The bytes of a slot's value.
  @inline(__always) func value(_ slot: Slot) -> UnsafeMutableRawPointer { base + Int(slot.a) }

  /// The position of a field's slot; nil if there is none.
  ///
  /// - Parameter hint: the position to try first.
  @inline(__always) func position(of field: UInt32, hint: Int) -> Int? {
    let slots = slots
    let count = count
    if hint < count, slots[hint].field == field { return hint }
    var position = 0
    while position < count {
      if slots[position].field == field { return position }
      position &+= 1
    }
    return nil
  }

  /// The value of `__typename` as bytes.
  @inline(__always) var typename: UnsafeBufferPointer<UInt8>? {
    guard let position = position(of: FieldNames.typename, hint: 0) else { return nil }
    let slot = slots[position]
    guard slot.kind == SlotKind.json, slot.b >= 2 else { return nil }
    let start = (value(slot) + 1).assumingMemoryBound(to: UInt8.self)
    return UnsafeBufferPointer(start: start, count: Int(slot.b) - 2)
  }

  /// The size of a value with its padding, in bytes.
  @inline(__always) static func padded(_ count: UInt32) -> Int { (Int(count) &+ 3) & ~3 }
}
