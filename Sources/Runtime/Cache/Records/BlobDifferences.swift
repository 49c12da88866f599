/// The differences between two states of a record.
extension Blob {
  var fields: [UInt32] { (0..<count).map { slots[$0].field } }

  /// The fields whose values differ, or that only one of two records has.
  func differences(from old: Blob) -> [UInt32] {
    var fields: [UInt32] = []
    let (slots, oldSlots) = (slots, old.slots)
    var hint = 0
    for position in 0..<count {
      let slot = slots[position]
      if let at = old.position(of: slot.field, hint: hint) {
        hint = at + 1
        if isEqual(slot, oldSlots[at], in: old) { continue }
      }
      fields.append(slot.field)
    }
    hint = 0
    for at in 0..<old.count {
      if let position = position(of: oldSlots[at].field, hint: hint) {
        hint = position + 1
      } else {
        fields.append(oldSlots[at].field)
      }
    }
    return fields
  }

  @inline(__always) func isEqual(_ slot: Slot, _ other: Slot, in blob: Blob) -> Bool {
    guard slot.kind == other.kind, slot.b == other.b else { return false }
    if slot.kind == SlotKind.reference { return slot.a == other.a }
    return areEqual(value(slot), blob.value(other), Int(slot.b))
  }
}
