/// A change of stored lists: an object is added or removed.
enum ListChange {
  case append(Element)
  case prepend(Element)
  /// Removes the record, or edges whose node it is.
  case remove(UInt32)

  /// An object to add.
  struct Element {
    enum Edge {
      /// Only the node is known.
      case unknown
      case record(UInt32)
      /// An edge without a key: its blob.
      case object([UInt8])
    }

    var node: UInt32
    var edge = Edge.unknown
  }

  /// Returns an object with one of its fields changed: a list, or the edges and nodes of a connection without a key.
  ///
  /// - Parameter records: finds the value of a record.
  /// - Returns: nil if nothing changes.
  func changed(_ object: Blob, at position: Int, _ records: (UInt32) -> Blob?) -> BlobDraft? {
    let slot = object.slots[position]
    switch slot.kind {
    case SlotKind.list:
      return changedList(Blob(object.value(slot)), hasEdges: false, records).map { list in
        object.draft { $0 == position ? (list, SlotKind.list) : nil }
      }
    case SlotKind.object:
      return changedConnection(Blob(object.value(slot)), records).map { connection in
        object.draft { $0 == position ? (connection, SlotKind.object) : nil }
      }
    default: return nil
    }
  }

  /// Returns a connection with its edges and nodes changed; nil if nothing changes.
  func changedConnection(_ connection: Blob, _ records: (UInt32) -> Blob?) -> BlobDraft? {
    var lists: [Int: BlobDraft] = [:]
    for position in 0..<connection.count {
      let slot = connection.slots[position]
      let hasEdges = slot.field == FieldNames.edges
      guard slot.kind == SlotKind.list, hasEdges || slot.field == FieldNames.nodes else { continue }
      lists[position] = changedList(Blob(connection.value(slot)), hasEdges: hasEdges, records)
    }
    return lists.isEmpty ? nil : connection.draft { at in lists[at].map { ($0, SlotKind.list) } }
  }

  private func changedList(_ list: Blob, hasEdges: Bool, _ records: (UInt32) -> Blob?) -> BlobDraft? {
    func node(_ index: Int) -> UInt32? {
      let slot = list.slots[index]
      let edge = hasEdges ? slot.object(in: list, records) : nil
      guard let edge else { return slot.kind == SlotKind.reference ? slot.a : nil }
      return edge.node
    }
    let target: UInt32
    switch self {
    case .append(let element), .prepend(let element): target = element.node
    case .remove(let record): target = record
    }
    // An object that is already in the list keeps its place.
    let isThere = (0..<list.count).contains { node($0) == target }
    var isRemoval = false
    if case .remove = self { isRemoval = true }
    guard isThere == isRemoval, list.count == 0 || list.slots[0].kind != SlotKind.list else { return nil }
    var draft = BlobDraft()
    if case .prepend(let element) = self { draft.add(element, isEdge: hasEdges) }
    for index in 0..<list.count where !isRemoval || node(index) != target {
      draft.add(list.slots[index], of: list)
    }
    if case .append(let element) = self { draft.add(element, isEdge: hasEdges) }
    return draft
  }
}

extension BlobDraft {
  fileprivate mutating func add(_ element: ListChange.Element, isEdge: Bool) {
    guard isEdge else { return add(reference: element.node, 0) }
    switch element.edge {
    case .record(let record): add(reference: record, 0)
    case .object(let bytes): add(bytes, SlotKind.object, 0)
    case .unknown:
      var edge = BlobDraft()
      edge.add(reference: element.node, FieldNames.node)
      add(edge.bytes, SlotKind.object, 0)
    }
  }
}

extension Blob {
  /// The record of an edge's node.
  var node: UInt32? {
    position(of: FieldNames.node, hint: 0).flatMap {
      slots[$0].kind == SlotKind.reference ? slots[$0].a : nil
    }
  }

  /// Copies the object.
  ///
  /// - Parameter replacement: the value in place of the one at a position, and its kind; nil to keep it.
  fileprivate func draft(_ replacement: (Int) -> (BlobDraft, UInt32)?) -> BlobDraft {
    var draft = BlobDraft()
    for position in 0..<count {
      if let (value, kind) = replacement(position) {
        draft.add(value.bytes, kind, slots[position].field)
      } else {
        draft.add(slots[position], of: self)
      }
    }
    return draft
  }
}

extension Slot {
  /// The object that a slot contains or refers to.
  fileprivate func object(in blob: Blob, _ records: (UInt32) -> Blob?) -> Blob? {
    switch kind {
    case SlotKind.object: Blob(blob.value(self))
    case SlotKind.reference: records(a)
    default: nil
    }
  }
}
