import Apus

/// Turns slots into the values that rules are given, and back.
struct StoredValueCoder {
  let names: FieldNames
  /// The key of a record.
  let key: (UInt32) -> String
  /// The record with a key; nil if there is none.
  let record: (String) -> UInt32?
  /// The keys in encoded values that no record has. Each was encoded as null.
  private(set) var missing: [String] = []

  init(_ names: FieldNames, key: @escaping (UInt32) -> String, record: @escaping (String) -> UInt32?) {
    self.names = names
    self.key = key
    self.record = record
  }

  /// Recursion is safe: nesting is limited by the response decoder.
  func value(_ slot: Slot, _ blob: Blob) -> GraphQLStoredValue {
    switch slot.kind {
    case SlotKind.reference: return .reference(GraphQLCacheKey(description: key(slot.a)))
    case SlotKind.list:
      let list = Blob(blob.value(slot))
      return .list((0..<list.count).map { value(list.slots[$0], list) })
    case SlotKind.object:
      let object = Blob(blob.value(slot))
      var fields: [String: GraphQLStoredValue] = [:]
      for index in 0..<object.count {
        fields[names.text(object.slots[index].field)] = value(object.slots[index], object)
      }
      return .object(fields)
    default:
      let json = UnsafeRawBufferPointer(start: blob.value(slot), count: Int(slot.b))
      return .json((try? GraphQLValue(json: json)) ?? .null)
    }
  }

  /// A field's stored value; nil if there is none.
  func value(of field: UInt32, in blob: Blob?) -> GraphQLStoredValue? {
    guard let blob, let at = blob.position(of: field, hint: 0) else { return nil }
    return value(blob.slots[at], blob)
  }

  /// Encodes a value as the only slot of a blob.
  mutating func encode(_ value: GraphQLStoredValue, _ field: UInt32) -> EncodedValue {
    EncodedValue(bytes([(field, value)]))
  }

  private mutating func bytes(_ entries: [(field: UInt32, value: GraphQLStoredValue)]) -> [UInt8] {
    var slots: [Slot] = []
    var payload: [UInt8] = []
    let start = Blob.headerSize + entries.count * MemoryLayout<Slot>.size
    for entry in entries {
      var (kind, target, inner) = (SlotKind.json, UInt32(start + payload.count), Array("null".utf8))
      switch entry.value {
      case .json(let value): inner = Array(value.description.utf8)
      case .reference(let key):
        if let record = record(key.description) {
          (kind, target, inner) = (SlotKind.reference, record, [])
        } else {
          missing.append(key.description)
        }
      case .list(let elements): (kind, inner) = (SlotKind.list, bytes(elements.map { (0, $0) }))
      case .object(let fields):
        // Sorted, so that equal objects are equal bytes.
        let sorted = fields.map { (field: names.id($0), value: $1) }.sorted { $0.field < $1.field }
        (kind, inner) = (SlotKind.object, bytes(sorted))
      }
      slots.append(Slot(field: entry.field, kind: kind, a: target, b: UInt32(inner.count)))
      payload += inner
      payload += Array(repeating: 0, count: Blob.padded(UInt32(inner.count)) - inner.count)
    }
    let header = [UInt32(entries.count), UInt32(start + payload.count)]
    return header.withUnsafeBytes { Array($0) } + slots.withUnsafeBytes { Array($0) } + payload
  }
}

/// A value that a rule returned: the only slot of a blob that this object owns.
final class EncodedValue {
  let blob: Blob
  var slot: Slot { blob.slots[0] }

  fileprivate init(_ bytes: [UInt8]) {
    let base = UnsafeMutableRawPointer.allocate(byteCount: bytes.count, alignment: 8)
    bytes.withUnsafeBytes {
      base.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(base), byteCount: $0.count)
    }
    blob = Blob(base)
  }

  deinit { blob.base.deallocate() }
}
