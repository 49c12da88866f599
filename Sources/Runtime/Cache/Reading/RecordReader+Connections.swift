import Apus

/// Reads the page of a connection that a field requests.
extension RecordReader {
  mutating func connection(_ slot: Slot, _ blob: Blob, _ place: PlanPlace?, _ page: ConnectionPage) {
    guard slot.kind == SlotKind.object, let place else { return value(slot, blob, place) }
    let inner = Blob(blob.value(slot))
    guard let state = inner.connection, let shape = shape(place, inner) else {
      return value(slot, blob, place)
    }
    let edges = ConnectionEdges(inner) { [table, pending] id in
      pending.map { $0.blob(id) } ?? table.blob(id)
    }
    guard let window = ConnectionWindow(page, state, edges) else {
      miss("page")
      reserve(4)
      append("null")
      return
    }
    age.note(time, shape.maxAge)
    reserve(1)
    append(0x7B)
    var isFirst = true
    for position in 0..<shape.count where !shape.fields[position].isHidden {
      let field = shape.fields[position]
      if field.read != nil {
        ruled(field, shape, inner, &isFirst)
        continue
      }
      guard let at = inner.position(of: field.id, hint: position) else {
        missMember(field, shape, &isFirst)
        continue
      }
      appendPrefix(field.prefix, field.prefixCount, isFirst)
      isFirst = false
      let slot = inner.slots[at]
      switch field.id {
      case FieldNames.edges where slot.kind == SlotKind.list,
        FieldNames.nodes where slot.kind == SlotKind.list:
        let list = Blob(inner.value(slot))
        elements(list, list.count == edges.count ? window.range : 0..<list.count, field.place)
      case FieldNames.pageInfo where slot.kind == SlotKind.object && !window.isAll:
        pageInfo(Blob(inner.value(slot)), field.place, page, window, edges)
      default: value(slot, inner, field.place)
      }
    }
    reserve(1)
    append(0x7D)
  }

  private mutating func elements(_ list: Blob, _ range: Range<Int>, _ place: PlanPlace?) {
    reserve(1)
    append(0x5B)
    var isFirst = true
    for index in range {
      let slot = list.slots[index]
      if slot.kind == SlotKind.reference, isDeleted(slot.a) { continue }
      if slot.kind == SlotKind.object, isNodeDeleted(Blob(list.value(slot))) { continue }
      if !isFirst {
        reserve(1)
        append(0x2C)
      }
      isFirst = false
      value(slot, list, place)
    }
    reserve(1)
    append(0x5D)
  }

  /// Whether an edge's node was deleted.
  private mutating func isNodeDeleted(_ edge: Blob) -> Bool {
    guard let at = edge.position(of: FieldNames.node, hint: 0) else { return false }
    return edge.slots[at].kind == SlotKind.reference && isDeleted(edge.slots[at].a)
  }

  /// Writes the page info of a page inside the stored list.
  private mutating func pageInfo(
    _ blob: Blob, _ place: PlanPlace?, _ page: ConnectionPage, _ window: ConnectionWindow,
    _ edges: ConnectionEdges
  ) {
    guard let place, let shape = shape(place, blob) else { return miss("pageInfo") }
    let range = window.range
    reserve(1)
    append(0x7B)
    var isFirst = true
    for position in 0..<shape.count where !shape.fields[position].isHidden {
      let field = shape.fields[position]
      var text: String?
      switch field.id {
      case FieldNames.hasNextPage where range.upperBound < edges.count: text = "true"
      case FieldNames.hasPreviousPage where range.lowerBound > 0: text = "true"
      case FieldNames.endCursor where range.upperBound < edges.count:
        text = cursor(range.isEmpty ? page.after : edges.cursor(range.upperBound - 1))
      case FieldNames.startCursor where range.lowerBound > 0:
        text = cursor(range.isEmpty ? page.before : edges.cursor(range.lowerBound))
      default:
        guard let at = blob.position(of: field.id, hint: position) else {
          missMember(field, shape, &isFirst)
          continue
        }
        appendPrefix(field.prefix, field.prefixCount, isFirst)
        isFirst = false
        value(blob.slots[at], blob, field.place)
        continue
      }
      appendPrefix(field.prefix, field.prefixCount, isFirst)
      isFirst = false
      let known = text ?? "null"
      reserve(known.utf8.count)
      append(known)
    }
    reserve(1)
    append(0x7D)
  }

  private func cursor(_ text: String?) -> String? { text.map { GraphQLValue.string($0).description } }
}
