import Apus
import ApusPlatform

/// Joins pages of a connection; the rules are on the documentation page Pages.
extension Normalizer {
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
    let joint = isAlike && !coming.isWhole ? PageJoint(oldEdges, known, newEdges, coming) : nil
    let isWhole = coming.isWhole || (known.hasStart && known.hasEnd && coming.hasStart && coming.hasEnd)
    let replaces = joint.map { $0.place == .replacing } ?? true
    if replaces, coming.after != nil || coming.before != nil, oldEdges.count > 0 {
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
          let info =
            joint.flatMap { $0.place == .replacing ? nil : $0 }.map {
              pageInfo(there, old, new.slots[at], new, $0, oldEdges, newEdges, coming)
            } ?? wholePageInfo(there, old, new.slots[at], new, isWhole: isWhole)
          stack.append(info)
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

  /// Joins the edges or nodes without duplicates. An element in both lists keeps stored members that the new one lacks.
  private mutating func list(
    _ there: Slot, _ old: Blob, _ coming: Slot, _ new: Blob, _ joint: PageJoint?,
    _ oldEdges: ConnectionEdges, _ newEdges: ConnectionEdges
  ) -> Slot {
    let place = joint?.place ?? .replacing
    if place == .nowhere { return keep(there, of: old.base) }
    guard there.kind == SlotKind.list, coming.kind == SlotKind.list else { return keep(coming, of: new.base) }
    let (o, n) = (Blob(old.value(there)), Blob(new.value(coming)))
    // Positions count edges; a list of nodes of another length does not match them.
    let (fits, newFits) = (o.count == oldEdges.count, n.count == newEdges.count)
    var (head, tail) = (0..<0, 0..<0)
    if fits, case .between(let lower, let upper) = place { (head, tail) = (0..<lower, upper..<o.count) }
    // Elements of the page move to the page's position, except the element whose cursor the page follows or precedes.
    let page = newFits ? PageElements(newEdges) : PageElements()
    let anchor = fits ? joint?.anchor.flatMap(oldEdges.identity) : nil
    // A list may be long: it is searched once, for all elements of the page.
    let known = fits ? page.positions(in: oldEdges) : []
    var places: [ConnectionEdges.Identity: Int] = [:]
    for (index, identity) in known { places[identity] = index }
    let taken = known.lazy.filter { $0.identity != anchor }.map(\.index)
    let first = stack.count
    for index in 0..<n.count {
      let identity = newFits ? newEdges.identity(index) : nil
      if let identity, identity == anchor { continue }
      if let identity, let at = places[identity] {
        stack.append(combined(o.slots[at], o, n.slots[index], n))
      } else {
        stack.append(keep(n.slots[index], of: n.base))
      }
    }
    let (before, after) = (BlobRuns(o, head, without: taken), BlobRuns(o, tail, without: taken))
    return encode(before, first, after, coming.field)
  }

  /// The page info of a page that becomes the list.
  private mutating func wholePageInfo(
    _ there: Slot, _ old: Blob, _ coming: Slot, _ new: Blob, isWhole: Bool
  ) -> Slot {
    let canMerge = isWhole && there.kind == SlotKind.object && coming.kind == SlotKind.object
    return canMerge ? combined(there, old, coming, new) : keep(coming, of: new.base)
  }

  /// Merges the page infos: each end of the list is described by the page that contains it.
  private mutating func pageInfo(
    _ there: Slot, _ old: Blob, _ coming: Slot, _ new: Blob, _ joint: PageJoint, _ oldEdges: ConnectionEdges,
    _ newEdges: ConnectionEdges, _ page: ConnectionState
  ) -> Slot {
    guard there.kind == SlotKind.object, coming.kind == SlotKind.object else {
      return keep(coming, of: new.base)
    }
    let (o, n) = (Blob(old.value(there)), Blob(new.value(coming)))
    let isFilled = oldEdges.count > 0 && newEdges.count > 0
    let startIsSame = isFilled && oldEdges.identity(0) == newEdges.identity(0)
    let endIsSame =
      isFilled && oldEdges.identity(oldEdges.count - 1) == newEdges.identity(newEdges.count - 1)
    // The cursors of the page's ends, if its page info has none: an empty page ends where it begins.
    func cursor(_ index: Int, orEmpty asked: String?) -> String? {
      newEdges.count > 0 ? newEdges.cursor(index) : joint.anchor.flatMap(oldEdges.cursor) ?? asked
    }
    let first = stack.count
    for index in 0..<o.count {
      let slot = o.slots[index]
      let at = n.position(of: slot.field, hint: index)
      switch slot.field {
      case FieldNames.endCursor:
        append(slot, o, at, n, joint.endIsNew, endIsSame, cursor(newEdges.count - 1, orEmpty: page.after))
      case FieldNames.hasNextPage: append(slot, o, at, n, joint.endIsNew, endIsSame, nil)
      case FieldNames.startCursor:
        append(slot, o, at, n, joint.startIsNew, startIsSame, cursor(0, orEmpty: page.before))
      case FieldNames.hasPreviousPage: append(slot, o, at, n, joint.startIsNew, startIsSame, nil)
      default: append(slot, o, at, n, true, true, nil)
      }
    }
    for at in 0..<n.count where o.position(of: n.slots[at].field, hint: at) == nil {
      stack.append(keep(n.slots[at], of: n.base))
    }
    return encode(first, SlotKind.object, coming.field)
  }

  /// Appends a member of the page info.
  ///
  /// - Parameters:
  ///   - at: the member's position in the new page's.
  ///   - isNew: whether the new page describes this end of the list.
  ///   - isSame: whether the end stays the same.
  ///   - cursor: the cursor of this end if the new page's page info has none.
  private mutating func append(
    _ slot: Slot, _ old: Blob, _ at: Int?, _ new: Blob, _ isNew: Bool, _ isSame: Bool, _ cursor: String?
  ) {
    guard let at else {
      // A new end without this field: the stored value describes the old end.
      if !isNew || isSame { stack.append(keep(slot, of: old.base)) }
      return
    }
    if !isNew {
      stack.append(keep(slot, of: old.base))
    } else if let cursor, isNull(new.slots[at], new) {
      append(GraphQLValue.string(cursor).description, slot.field)
    } else {
      stack.append(combined(slot, old, new.slots[at], new))
    }
  }

  private func isNull(_ slot: Slot, _ blob: Blob) -> Bool {
    slot.kind == SlotKind.json && blob.value(slot).load(as: UInt8.self) == UInt8(ascii: "n")
  }
}
