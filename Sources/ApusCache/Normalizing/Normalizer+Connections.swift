import ApusFoundation

/// Joins pages of a connection; the rules are on the documentation page CachePaging.
extension Normalizer {
  /// How the elements of a stored list and of a new page combine.
  private struct Joint {
    /// The stored elements that stay, before and after the new ones.
    var head: Range<Int>
    var tail: Range<Int>
    /// Whether the joined list's end, and its start, come from the new page.
    var endIsNew: Bool
    var startIsNew: Bool
    /// Whether the last, or first, element stays the same.
    var endIsSame = false
    var startIsSame = false
    var state: ConnectionState
  }

  /// Reads a page of a connection.
  mutating func connection(_ place: PlanPlace, _ field: UInt32, _ page: ConnectionPage) -> Slot {
    guard scanner.p.pointee == 0x7B else { return value(place, field) }
    let shape = shape(place)
    let first = stack.count
    members(shape, first)
    if !shape.merges.isEmpty { applyRules(shape, first, nil) }
    hasError = false
    // Encode it once to look at its edges, and again with its state.
    let draft = encoded(first, field)
    let state = ConnectionState(page, ConnectionEdges(draft, records.blob), isLocal: isLocal)
    append(state)
    return encode(first, SlotKind.object, field)
  }

  /// Encodes the slots from `first` on, without removing them from the stack.
  private mutating func encoded(_ first: Int, _ field: UInt32) -> Blob {
    let size = blobSize(first)
    reserve(size)
    store(first, at: arena + arenaCount, size)
    return Blob(arena + arenaCount)
  }

  private mutating func append(_ state: ConnectionState) { append(state.json, FieldNames.page) }

  /// Merges a stored connection with a new page.
  mutating func mergedConnection(
    _ old: Blob, _ known: ConnectionState, _ new: Blob, _ coming: ConnectionState, _ slot: Slot
  ) -> Slot {
    let (oldEdges, newEdges) = (ConnectionEdges(old, records.blob), ConnectionEdges(new, records.blob))
    // A list of edges and a list of nodes cannot be compared.
    let isAlike = [FieldNames.edges, FieldNames.nodes].allSatisfy { field in
      (old.position(of: field, hint: 0) == nil) == (new.position(of: field, hint: 0) == nil)
    }
    var joint = isAlike ? joint(oldEdges, known, newEdges, coming) : nil
    if oldEdges.count > 0, newEdges.count > 0 {
      joint?.startIsSame = oldEdges.identity(0) == newEdges.identity(0)
      joint?.endIsSame =
        oldEdges.identity(oldEdges.count - 1) == newEdges.identity(newEdges.count - 1)
    }
    let isWhole = coming.isWhole || (known.hasStart && known.hasEnd && coming.hasStart && coming.hasEnd)
    if joint == nil, coming.after != nil || coming.before != nil, oldEdges.count > 0 {
      unconnected.append(plan.name(of: slot.field))
    }
    let first = stack.count
    for index in 0..<old.count {
      let there = old.slots[index]
      let at = new.position(of: there.field, hint: index)
      switch there.field {
      case FieldNames.page: continue
      case FieldNames.edges, FieldNames.nodes:
        if let at {
          let list = list(there, old, new.slots[at], new, joint, oldEdges, newEdges)
          stack.append(list)
        } else if isWhole {
          stack.append(keep(there, of: old.base))
        }
      case FieldNames.pageInfo:
        if let at {
          stack.append(pageInfo(there, old, new.slots[at], new, joint, isWhole: isWhole))
        } else {
          stack.append(keep(there, of: old.base))
        }
      default:
        if let at {
          stack.append(combined(there, old, new.slots[at], new))
        } else {
          stack.append(keep(there, of: old.base))
        }
      }
    }
    for at in 0..<new.count {
      let field = new.slots[at].field
      if field != FieldNames.page, old.position(of: field, hint: at) == nil {
        stack.append(keep(new.slots[at], of: new.base))
      }
    }
    var state = joint?.state ?? coming
    if coming.isWhole {
      // A local write contains what was read: how much of the connection that is has not changed.
      state = known
    }
    append(state)
    return encode(first, SlotKind.object, slot.field)
  }

  /// - Returns: nil if the page replaces the list.
  private func joint(
    _ old: ConnectionEdges, _ known: ConnectionState, _ new: ConnectionEdges, _ coming: ConnectionState
  ) -> Joint? {
    if coming.isWhole { return nil }
    let count = old.count
    if let after = coming.after, coming.before == nil {
      let end: Int
      if let at = old.position(of: after) {
        end = at + 1
      } else if known.after == after {
        end = 0
      } else if count == 0, known.hasStart, old.endCursor == after {
        end = 0
      } else {
        return nil
      }
      // A page whose elements are already stored is a refresh: later pages stay.
      let last = new.count > 0 ? position(of: new, new.count - 1, in: old) : nil
      let next = last.map { max($0 + 1, end) } ?? count
      return Joint(
        head: 0..<end, tail: next..<count, endIsNew: next == count, startIsNew: end == 0 && !known.hasStart,
        state: ConnectionState(
          hasStart: known.hasStart, hasEnd: next == count ? coming.hasEnd : known.hasEnd, after: known.after,
          before: nil,
          askedFirst: next == count
            ? end + coming.askedFirst : max(known.askedFirst, end + coming.askedFirst),
          askedLast: next == count ? 0 : known.askedLast))
    }
    if let before = coming.before, coming.after == nil {
      let start: Int
      if let at = old.position(of: before) {
        start = at
      } else if known.before == before {
        start = count
      } else {
        return nil
      }
      let first = new.count > 0 ? position(of: new, 0, in: old) : nil
      let end = first.map { min($0, start) } ?? 0
      return Joint(
        head: 0..<end, tail: start..<count, endIsNew: start == count && !known.hasEnd, startIsNew: end == 0,
        state: ConnectionState(
          hasStart: end == 0 ? coming.hasStart : known.hasStart, hasEnd: known.hasEnd, after: nil,
          before: known.before, askedFirst: end == 0 ? 0 : known.askedFirst,
          askedLast: end == 0
            ? count - start + coming.askedLast : max(known.askedLast, count - start + coming.askedLast)))
    }
    if coming.after != nil || coming.before != nil || new.count == 0 { return nil }
    // A refresh of one end keeps the pages loaded beyond it.
    if coming.hasStart, !coming.hasEnd, let at = position(of: new, new.count - 1, in: old) {
      return Joint(
        head: 0..<0, tail: (at + 1)..<count, endIsNew: at + 1 == count, startIsNew: true,
        state: ConnectionState(
          hasStart: true, hasEnd: at + 1 < count && known.hasEnd, after: nil, before: known.before,
          askedFirst: known.hasStart ? max(known.askedFirst, coming.askedFirst) : coming.askedFirst,
          askedLast: known.askedLast))
    }
    if coming.hasEnd, !coming.hasStart, let at = position(of: new, 0, in: old) {
      return Joint(
        head: 0..<at, tail: count..<count, endIsNew: true, startIsNew: at == 0,
        state: ConnectionState(
          hasStart: at > 0 && known.hasStart, hasEnd: true, after: known.after, before: nil,
          askedFirst: known.askedFirst,
          askedLast: known.hasEnd ? max(known.askedLast, coming.askedLast) : coming.askedLast))
    }
    return nil
  }

  private func position(of new: ConnectionEdges, _ index: Int, in old: ConnectionEdges) -> Int? {
    guard let identity = new.identity(index) else { return nil }
    return (0..<old.count).first { old.identity($0) == identity }
  }

  /// Joins the edges or nodes without duplicates. An element in both lists keeps stored members that the new one lacks.
  private mutating func list(
    _ there: Slot, _ old: Blob, _ coming: Slot, _ new: Blob, _ joint: Joint?, _ oldEdges: ConnectionEdges,
    _ newEdges: ConnectionEdges
  ) -> Slot {
    guard there.kind == SlotKind.list, coming.kind == SlotKind.list else { return keep(coming, of: new.base) }
    let (o, n) = (Blob(old.value(there)), Blob(new.value(coming)))
    // Positions count edges; a list of nodes of another length does not match them.
    let fits = o.count == oldEdges.count
    let (head, tail) = fits ? (joint?.head ?? 0..<0, joint?.tail ?? 0..<0) : (0..<0, 0..<0)
    var known: [ConnectionEdges.Identity: Int] = [:]
    if fits {
      for index in 0..<o.count { if let identity = oldEdges.identity(index) { known[identity] = index } }
    }
    let first = stack.count
    for index in head { stack.append(keep(o.slots[index], of: o.base)) }
    for index in 0..<n.count {
      let identity = n.count == newEdges.count ? newEdges.identity(index) : nil
      if let identity, let at = known[identity] {
        if head.contains(at) { continue }
        stack.append(combined(o.slots[at], o, n.slots[index], n))
      } else {
        stack.append(keep(n.slots[index], of: n.base))
      }
    }
    var taken: Set<ConnectionEdges.Identity> = []
    if !tail.isEmpty, n.count == newEdges.count {
      for index in 0..<n.count { if let identity = newEdges.identity(index) { taken.insert(identity) } }
    }
    for index in tail where oldEdges.identity(index).map({ !taken.contains($0) }) ?? true {
      stack.append(keep(o.slots[index], of: o.base))
    }
    return encode(first, SlotKind.list, coming.field)
  }

  /// Merges the page infos: each end of the list is described by the page that contains it.
  private mutating func pageInfo(
    _ there: Slot, _ old: Blob, _ coming: Slot, _ new: Blob, _ joint: Joint?, isWhole: Bool
  ) -> Slot {
    guard let joint, there.kind == SlotKind.object, coming.kind == SlotKind.object else {
      return isWhole ? combined(there, old, coming, new) : keep(coming, of: new.base)
    }
    let (o, n) = (Blob(old.value(there)), Blob(new.value(coming)))
    let first = stack.count
    for index in 0..<o.count {
      let slot = o.slots[index]
      guard let at = n.position(of: slot.field, hint: index) else {
        // A new end without this field: the stored value describes the old end.
        let isOld =
          switch slot.field {
          case FieldNames.endCursor, FieldNames.hasNextPage: !joint.endIsNew || joint.endIsSame
          case FieldNames.startCursor, FieldNames.hasPreviousPage: !joint.startIsNew || joint.startIsSame
          default: true
          }
        if isOld { stack.append(keep(slot, of: o.base)) }
        continue
      }
      let isNew =
        switch slot.field {
        case FieldNames.endCursor: joint.endIsNew && !(isNull(n.slots[at], n) && !joint.head.isEmpty)
        case FieldNames.hasNextPage: joint.endIsNew
        case FieldNames.startCursor: joint.startIsNew && !(isNull(n.slots[at], n) && !joint.tail.isEmpty)
        case FieldNames.hasPreviousPage: joint.startIsNew
        default: true
        }
      stack.append(isNew ? combined(slot, o, n.slots[at], n) : keep(slot, of: o.base))
    }
    for at in 0..<n.count where o.position(of: n.slots[at].field, hint: at) == nil {
      stack.append(keep(n.slots[at], of: n.base))
    }
    return encode(first, SlotKind.object, coming.field)
  }

  private func isNull(_ slot: Slot, _ blob: Blob) -> Bool {
    slot.kind == SlotKind.json && blob.value(slot).load(as: UInt8.self) == UInt8(ascii: "n")
  }
}
