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
    EncodedValue(draft([(field, value)]))
  }

  private mutating func draft(_ entries: [(field: UInt32, value: GraphQLStoredValue)]) -> BlobDraft {
    var draft = BlobDraft()
    for (field, value) in entries {
      switch value {
      case .json(let value): draft.add(value.description.utf8, SlotKind.json, field)
      case .reference(let key):
        if let record = record(key.description) {
          draft.add(reference: record, field)
        } else {
          missing.append(key.description)
          draft.add("null".utf8, SlotKind.json, field)
        }
      case .list(let elements):
        let list = self.draft(elements.map { (0, $0) })
        draft.add(list.bytes, SlotKind.list, field)
      case .object(let fields):
        // Sorted, so that equal objects are equal bytes.
        let object = self.draft(fields.map { (names.id($0), $1) }.sorted { $0.0 < $1.0 })
        draft.add(object.bytes, SlotKind.object, field)
      }
    }
    return draft
  }
}

/// A value that a rule returned: the only slot of a blob that this object owns.
final class EncodedValue {
  let blob: Blob
  var slot: Slot { blob.slots[0] }

  fileprivate init(_ draft: BlobDraft) { blob = Blob(draft.copy()) }

  deinit { blob.base.deallocate() }
}
