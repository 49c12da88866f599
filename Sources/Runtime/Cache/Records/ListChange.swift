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

  /// What a change needs of the cache.
  struct Store {
    /// Finds the value of a record.
    let records: (UInt32) -> Blob?
    /// Merges an edge without a key into a stored one, and returns its blob.
    let merged: (_ stored: Blob, _ edge: [UInt8]) -> [UInt8]
  }

  /// Returns an object with one of its fields changed: a list, or the edges and nodes of a connection without a key.
  ///
  /// - Returns: nil if nothing changes.
  func changed(_ object: Blob, at position: Int, _ store: Store) -> BlobDraft? {
    let slot = object.slots[position]
    switch slot.kind {
    case SlotKind.list:
      return changedList(Blob(object.value(slot)), hasEdges: false, store).map { list in
        object.draft { $0 == position ? (list, SlotKind.list) : nil }
      }
    case SlotKind.object:
      return changedConnection(Blob(object.value(slot)), store).map { connection in
        object.draft { $0 == position ? (connection, SlotKind.object) : nil }
      }
    default: return nil
    }
  }

  /// Returns a connection with its edges and nodes changed; nil if nothing changes.
  func changedConnection(_ connection: Blob, _ store: Store) -> BlobDraft? {
    var lists: [Int: BlobDraft] = [:]
    for position in 0..<connection.count {
      let slot = connection.slots[position]
      let hasEdges = slot.field == FieldNames.edges
      guard slot.kind == SlotKind.list, hasEdges || slot.field == FieldNames.nodes else { continue }
      lists[position] = changedList(Blob(connection.value(slot)), hasEdges: hasEdges, store)
    }
    return lists.isEmpty ? nil : connection.draft { at in lists[at].map { ($0, SlotKind.list) } }
  }

  private func changedList(_ list: Blob, hasEdges: Bool, _ store: Store) -> BlobDraft? {
    func node(_ index: Int) -> UInt32? {
      let slot = list.slots[index]
      let edge = hasEdges ? slot.object(in: list, store.records) : nil
      guard let edge else { return slot.kind == SlotKind.reference ? slot.a : nil }
      return edge.node
    }
    // Lists of lists do not change.
    if list.count > 0, list.slots[0].kind == SlotKind.list { return nil }
    var draft = BlobDraft()
    switch self {
    case .remove(let record):
      let kept = (0..<list.count).filter { node($0) != record }
      if kept.count == list.count { return nil }
      for index in kept { draft.add(list.slots[index], of: list) }
    case .append(let element), .prepend(let element):
      if let place = (0..<list.count).first(where: { node($0) == element.node }) {
        // It keeps its place, and gains the fields of the edge.
        guard hasEdges else { return nil }
        return joined(element, at: place, of: list, store)
      }
      if case .prepend = self { draft.add(element, isEdge: hasEdges) }
      for index in 0..<list.count { draft.add(list.slots[index], of: list) }
      if case .append = self { draft.add(element, isEdge: hasEdges) }
    }
    return draft
  }

  /// Returns a list in which the edge at a place has the fields of a new edge of the same node; nil if it has them already.
  private func joined(_ new: Element, at place: Int, of list: Blob, _ store: Store) -> BlobDraft? {
    let slot = list.slots[place]
    // A stored edge with a key is a record, to which the response wrote.
    guard slot.kind == SlotKind.object else { return nil }
    var element = new
    switch new.edge {
    case .unknown: return nil
    case .record: break
    case .object(let edge):
      let stored = Blob(list.value(slot))
      let merged = store.merged(stored, edge)
      if merged.elementsEqual(UnsafeRawBufferPointer(start: stored.base, count: stored.size)) { return nil }
      element.edge = .object(merged)
    }
    var draft = BlobDraft()
    for index in 0..<list.count {
      if index == place {
        draft.add(element, isEdge: true)
      } else {
        draft.add(list.slots[index], of: list)
      }
    }
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
