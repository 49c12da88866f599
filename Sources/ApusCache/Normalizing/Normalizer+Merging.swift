import Foundation

/// What is there already, and what comes: section "Merging" of the documentation has the rules.
extension Normalizer {
  /// Merges the slots since `first` into a record.
  mutating func merge(into id: UInt32, _ first: Int) {
    if let arrivals { dropOverwritten(id, first, arrivals) }
    guard let old = records.blob(id) else {
      let size = blobSize(first)
      let blob = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8)
      store(first, at: blob, size)
      stack.removeLast(stack.count - first)
      records.put(blob, at: id)
      return
    }
    let kept = arenaCount
    if !mergeValues(first, old) { replace(id, old, first) } else { stack.removeLast(stack.count - first) }
    arenaCount = kept
  }

  /// Takes out what was written since the request was sent whose response this is.
  private mutating func dropOverwritten(_ id: UInt32, _ first: Int, _ arrivals: Arrivals.Guard) {
    var index = first
    while index < stack.count {
      if arrivals.isNewer(id, stack[index].field) { stack.remove(at: index) } else { index += 1 }
    }
  }

  /// Merges the objects and lists among the slots since `first` with those of a record.
  ///
  /// - Returns: whether the record stays as it is.
  private mutating func mergeValues(_ first: Int, _ old: Blob) -> Bool {
    var isSame = true
    var hint = 0
    var index = first
    while index < stack.count {
      let slot = stack[index]
      guard let at = old.position(of: slot.field, hint: hint) else {
        isSame = false
        index += 1
        continue
      }
      hint = at + 1
      let known = old.slots[at]
      if !isEqual(known, old, slot) {
        if known.kind == slot.kind, slot.kind == SlotKind.list || slot.kind == SlotKind.object {
          let merged = merged(old.value(known), slot)
          stack[index] = merged
          if !isEqual(known, old, merged) { isSame = false }
        } else {
          isSame = false
        }
      }
      index += 1
    }
    return isSame
  }

  /// Whether a record's slot has the value of one on the stack.
  @inline(__always) private func isEqual(_ known: Slot, _ old: Blob, _ slot: Slot) -> Bool {
    guard known.kind == slot.kind, known.b == slot.b else { return false }
    if slot.kind == SlotKind.reference { return known.a == slot.a }
    return areEqual(old.value(known), bytes(slot), Int(slot.b))
  }

  /// A record that has the slots since `first`, and of the old one those that these do not replace.
  @inline(never) private mutating func replace(_ id: UInt32, _ old: Blob, _ first: Int) {
    let end = stack.count
    var hint = first
    for at in 0..<old.count {
      let slot = old.slots[at]
      if hint < end, stack[hint].field == slot.field {
        hint += 1
        continue
      }
      if let found = stack[first..<end].firstIndex(where: { $0.field == slot.field }) {
        hint = found + 1
        continue
      }
      stack.append(keep(slot, of: old.base))
    }
    let size = blobSize(first)
    let blob = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8)
    store(first, at: blob, size)
    stack.removeLast(stack.count - first)
    records.put(blob, at: id)
  }

  /// Of several slots of one field, which came under several keys, makes one.
  @inline(never) mutating func mergeRepeated(_ first: Int) {
    var index = first + 1
    while index < stack.count {
      guard let at = stack[first..<index].firstIndex(where: { $0.field == stack[index].field }) else {
        index += 1
        continue
      }
      let (old, new) = (stack[at], stack[index])
      if old.kind == new.kind, old.kind == SlotKind.object || old.kind == SlotKind.list {
        let copy = UnsafeMutableRawPointer.allocate(byteCount: Int(old.b), alignment: 8)
        memcpy(copy, arena + Int(old.a), Int(old.b))
        stack[at] = merged(copy, new)
        copy.deallocate()
      }
      stack.remove(at: index)
    }
  }

  /// An object or a list that has what either has; of what both have, the new one's.
  ///
  /// - Parameter new: a slot of the stack.
  private mutating func merged(_ old: UnsafeMutableRawPointer, _ new: Slot) -> Slot {
    let copy = UnsafeMutableRawPointer.allocate(byteCount: Int(new.b), alignment: 8)
    memcpy(copy, arena + Int(new.a), Int(new.b))
    defer { copy.deallocate() }
    let (o, n) = (Blob(old), Blob(copy))
    let first = stack.count
    if new.kind == SlotKind.list {
      guard o.count == n.count else { return new }
      for index in 0..<n.count { stack.append(combined(o.slots[index], o, n.slots[index], n)) }
    } else {
      guard isOneType(o, n) else { return new }
      for index in 0..<o.count {
        let slot = o.slots[index]
        if let at = n.position(of: slot.field, hint: index) {
          stack.append(combined(slot, o, n.slots[at], n))
        } else {
          stack.append(keep(slot, of: old))
        }
      }
      for at in 0..<n.count where o.position(of: n.slots[at].field, hint: at) == nil {
        stack.append(keep(n.slots[at], of: copy))
      }
    }
    return encode(first, new.kind, new.field)
  }

  /// Whether two objects may be one: an object that does not say its type is of the one that its field has.
  private func isOneType(_ old: Blob, _ new: Blob) -> Bool {
    guard let one = old.typename, let other = new.typename else { return true }
    return one.elementsEqual(other)
  }

  private mutating func combined(_ old: Slot, _ oldBlob: Blob, _ new: Slot, _ newBlob: Blob) -> Slot {
    let slot = keep(new, of: newBlob.base)
    guard old.kind == new.kind, new.kind == SlotKind.object || new.kind == SlotKind.list else { return slot }
    return merged(oldBlob.value(old), slot)
  }
}
