import ApusPlatform

/// Merges new values with stored ones; the rules are on the documentation page CacheKeys, "Objects without a key".
extension Normalizer {
  /// Merges the slots from `first` on into a record.
  mutating func merge(into id: UInt32, _ first: Int) {
    defer { if !decided.isEmpty { decided.removeAll() } }
    if let newerWrites { dropOverwritten(id, first, newerWrites) }
    guard let old = records.blob(id) else {
      #if DEBUG
        noteConflicts(id, nil, first)
      #endif
      if plan.types.replacesFields { noteReplaced(id, first) }
      let size = blobSize(first)
      let blob = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8)
      store(first, at: blob, size)
      stack.removeLast(stack.count - first)
      records.put(blob, at: id)
      records.stamp(id)
      return
    }
    #if DEBUG
      noteConflicts(id, old, first)
    #endif
    let kept = arenaCount
    var known = 0
    let isSame = mergeValues(id, first, old, &known)
    if plan.types.replacesFields { noteReplaced(id, first) }
    // Other fields of the record keep their older times.
    if known == old.count {
      records.stamp(id)
    } else {
      for index in first..<stack.count { records.stamp(id, stack[index].field) }
    }
    if !isSame { replace(id, old, first) } else { stack.removeLast(stack.count - first) }
    arenaCount = kept
  }

  /// Drops fields that were written after this response's request was sent.
  private mutating func dropOverwritten(_ id: UInt32, _ first: Int, _ newerWrites: InFlightWrites.Newer) {
    var index = first
    while index < stack.count {
      if newerWrites.contains(id, stack[index].field) { stack.remove(at: index) } else { index += 1 }
    }
  }

  #if DEBUG
    /// Notes fields that this response already wrote with another value.
    private mutating func noteConflicts(_ id: UInt32, _ old: Blob?, _ first: Int) {
      for slot in stack[first...] {
        let isFirst = written.insert(UInt64(id) << 32 | UInt64(slot.field)).inserted
        guard !isFirst, conflicts.count < 10, let old, let at = old.position(of: slot.field, hint: 0) else {
          continue
        }
        let there = old.slots[at]
        let isComparable = there.kind != slot.kind || slot.kind <= SlotKind.reference
        if !isComparable || isEqual(there, old, slot) { continue }
        conflicts.append(
          CacheConflict(
            object: records.text(id), field: plan.name(of: slot.field),
            values: [text(there, old.value(there)), text(slot, bytes(slot))]))
      }
    }

    private func text(_ slot: Slot, _ bytes: UnsafeRawPointer) -> String {
      switch slot.kind {
      case SlotKind.reference: records.text(slot.a)
      case SlotKind.list: "a list"
      case SlotKind.object: "an object"
      default: String(decoding: UnsafeRawBufferPointer(start: bytes, count: Int(slot.b)), as: UTF8.self)
      }
    }
  #endif

  /// Merges objects and lists in the slots from `first` on with the record's.
  ///
  /// A field configured to be replaced is not merged if its stored value comes from an earlier response.
  ///
  /// - Parameter known: the number of the record's fields among the slots.
  /// - Returns: whether the record is unchanged.
  private mutating func mergeValues(_ id: UInt32, _ first: Int, _ old: Blob, _ known: inout Int) -> Bool {
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
      known &+= 1
      let there = old.slots[at]
      if !isEqual(there, old, slot) {
        if there.kind == slot.kind, slot.kind == SlotKind.list || slot.kind == SlotKind.object {
          isReplacing = plan.types.replacesFields && !replaced.contains(UInt64(id) << 32 | UInt64(slot.field))
          let merged =
            decided.contains(slot.field) || replaces(slot.field) ? slot : merged(old.value(there), slot)
          isReplacing = false
          stack[index] = merged
          if !isEqual(there, old, merged) { isSame = false }
        } else {
          isSame = false
        }
      }
      index += 1
    }
    return isSame
  }

  /// Notes the fields from `first` on: if they occur again in this response, they are merged, not replaced.
  @inline(never) private mutating func noteReplaced(_ id: UInt32, _ first: Int) {
    for slot in stack[first...] { replaced.insert(UInt64(id) << 32 | UInt64(slot.field)) }
  }

  @inline(__always) private func replaces(_ field: UInt32) -> Bool {
    isReplacing && plan.names.isReplaced(field)
  }

  /// Whether a record's slot and one on the stack have the same value.
  @inline(__always) private func isEqual(_ known: Slot, _ old: Blob, _ slot: Slot) -> Bool {
    guard known.kind == slot.kind, known.b == slot.b else { return false }
    if slot.kind == SlotKind.reference { return known.a == slot.a }
    return areEqual(old.value(known), bytes(slot), Int(slot.b))
  }

  /// Replaces a record: the slots from `first` on, and the old ones of all other fields.
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

  /// Merges slots of the same field, selected under different response keys, into one.
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

  /// Merges an object without a key that no text contains with a stored one, as if a response contained it.
  ///
  /// - Parameter object: its blob.
  /// - Returns: the merged object's blob.
  static func merged(
    _ stored: Blob, _ object: [UInt8], _ plan: BoundPlan, _ records: PendingRecords, _ learned: LearnedTypes
  ) -> [UInt8] {
    object.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return object }
      // Its values are in blobs, so no text is read.
      var normalizer = Normalizer(bytes, start, plan, records, learned, nil)
      defer { normalizer.arena.deallocate() }
      normalizer.reserve(bytes.count)
      memcpy(normalizer.arena, start, bytes.count)
      normalizer.arenaCount = bytes.count
      let slot = normalizer.merged(
        stored.base, Slot(field: 0, kind: SlotKind.object, a: 0, b: UInt32(bytes.count)))
      return Array(UnsafeRawBufferPointer(start: normalizer.arena + Int(slot.a), count: Int(slot.b)))
    }
  }

  /// Merges two objects or lists. The new values win.
  ///
  /// - Parameter new: a slot on the stack.
  private mutating func merged(_ old: UnsafeMutableRawPointer, _ new: Slot) -> Slot {
    let copy = UnsafeMutableRawPointer.allocate(byteCount: Int(new.b), alignment: 8)
    memcpy(copy, arena + Int(new.a), Int(new.b))
    defer { copy.deallocate() }
    let (o, n) = (Blob(old), Blob(copy))
    let first = stack.count
    if new.kind == SlotKind.list {
      guard o.count == n.count else { return new }
      for index in 0..<n.count { stack.append(combined(o.slots[index], o, n.slots[index], n)) }
    } else if let known = o.connection, let coming = n.connection {
      return mergedConnection(o, known, n, coming, new)
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

  /// Whether two objects may be the same. One without a `__typename` has the static type of its field.
  private func isOneType(_ old: Blob, _ new: Blob) -> Bool {
    guard let one = old.typename, let other = new.typename else { return true }
    return one.elementsEqual(other)
  }

  mutating func combined(_ old: Slot, _ oldBlob: Blob, _ new: Slot, _ newBlob: Blob) -> Slot {
    let slot = keep(new, of: newBlob.base)
    guard old.kind == new.kind, new.kind == SlotKind.object || new.kind == SlotKind.list else { return slot }
    if replaces(new.field) { return slot }
    return merged(oldBlob.value(old), slot)
  }
}
