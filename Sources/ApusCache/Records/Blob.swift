/// What a slot holds.
enum SlotKind {
  /// Bytes of JSON.
  static let json: UInt32 = 0
  /// A record.
  static let reference: UInt32 = 1
  /// A list: a blob of elements.
  static let list: UInt32 = 2
  /// An object without a key: a blob of slots.
  static let object: UInt32 = 3
  /// While a blob is made: bytes of JSON that were kept from another one.
  static let keptJSON: UInt32 = 4
}

/// A field's value, or an element of a list.
struct Slot {
  /// The field; 0 for an element.
  var field: UInt32
  var kind: UInt32
  /// Where the value begins in the blob; of a reference the record.
  var a: UInt32
  /// How many bytes it has.
  var b: UInt32
}

/// A record, an object or a list, as bytes: the number of slots, the size, the slots, and what they point to, each value at a multiple
/// of four with zeros behind it, so that equal values are equal bytes.
struct Blob {
  static let headerSize = 8

  let base: UnsafeMutableRawPointer

  @inline(__always) init(_ base: UnsafeMutableRawPointer) { self.base = base }

  @inline(__always) var count: Int { Int(base.load(as: UInt32.self)) }
  @inline(__always) var size: Int { Int(base.load(fromByteOffset: 4, as: UInt32.self)) }
  @inline(__always) var slots: UnsafeMutablePointer<Slot> {
    (base + Blob.headerSize).assumingMemoryBound(to: Slot.self)
  }

  /// Whether the object is gone. A record that is only forgotten has no slots and a size.
  @inline(__always) var isDeleted: Bool { size == 0 }

  /// A record without slots: one that is forgotten, or one whose object is gone.
  static func empty(isDeleted: Bool) -> UnsafeMutableRawPointer {
    let blob = UnsafeMutableRawPointer.allocate(byteCount: headerSize, alignment: 8)
    blob.storeBytes(of: 0, as: UInt32.self)
    blob.storeBytes(of: isDeleted ? 0 : UInt32(headerSize), toByteOffset: 4, as: UInt32.self)
    return blob
  }

  /// A copy that is the caller's to free.
  var copy: UnsafeMutableRawPointer {
    let copy = UnsafeMutableRawPointer.allocate(byteCount: max(size, Blob.headerSize), alignment: 8)
    copy.copyMemory(from: base, byteCount: max(size, Blob.headerSize))
    return copy
  }

  /// The bytes that a slot points to.
  @inline(__always) func value(_ slot: Slot) -> UnsafeMutableRawPointer { base + Int(slot.a) }

  /// Where a field's slot is; nil when there is none.
  ///
  /// - Parameter hint: where it may be.
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

  /// The text of a `__typename`.
  @inline(__always) var typename: UnsafeBufferPointer<UInt8>? {
    guard let position = position(of: FieldNames.typename, hint: 0) else { return nil }
    let slot = slots[position]
    guard slot.kind == SlotKind.json, slot.b >= 2 else { return nil }
    let start = (value(slot) + 1).assumingMemoryBound(to: UInt8.self)
    return UnsafeBufferPointer(start: start, count: Int(slot.b) - 2)
  }

  /// How many bytes a value takes with its padding.
  @inline(__always) static func padded(_ count: UInt32) -> Int { (Int(count) &+ 3) & ~3 }
}
