/// Reads fields by the rules of the cache.
extension RecordReader {
  /// Reads a root field that has a rule.
  mutating func readRuledRoot(
    _ field: PlanShape.Field, _ shape: PlanShape, _ id: UInt32?, _ isFirst: inout Bool
  ) {
    guard let id else { return ruled(field, shape, nil, &isFirst) }
    dependencies.add(id, shape)
    current = id
    let blob = blob(id)
    if let blob, blob.position(of: field.id, hint: 0) != nil {
      use(id)
      time = table.times.time(id, field.id)
      age.note(time, field.maxAge)
    }
    ruled(field, shape, blob, &isFirst)
  }

  /// Reads a field by its rule or, if that returns nothing, as if there were no rule.
  ///
  /// - Parameter blob: the object that may contain the field.
  @inline(never) mutating func ruled(
    _ field: PlanShape.Field, _ shape: PlanShape, _ blob: Blob?, _ isFirst: inout Bool
  ) {
    let at = blob?.position(of: field.id, hint: 0)
    var coder = StoredValueCoder(
      plan.names, key: table.keys.text, record: { [table] (key: String) in table.keys.find(key) })
    if let place = field.place, let value = field.read?.value(of: field.id, in: blob, &coder) {
      for key in coder.missing {
        dependencies.missingRoots.insert(key)
        miss(key)
      }
      appendPrefix(field.prefix, field.prefixCount, isFirst)
      isFirst = false
      let around = time
      if at == nil { noteMade(value, place, field) }
      self.value(value.slot, value.blob, place)
      time = around
      return
    }
    guard let blob, let at else { return missMember(field, shape, &isFirst) }
    appendPrefix(field.prefix, field.prefixCount, isFirst)
    isFirst = false
    if let page = field.page {
      connection(blob.slots[at], blob, field.place, page)
    } else {
      value(blob.slots[at], blob, field.place)
    }
  }

  /// Notes the ages of the objects in a value that was never written; the value itself is made now.
  private mutating func noteMade(_ value: EncodedValue, _ place: PlanPlace, _ field: PlanShape.Field) {
    time = CacheTime.longest
    if value.slot.kind == SlotKind.reference { noteFound(value.slot.a, place, field) }
    guard value.slot.kind == SlotKind.list else { return }
    let list = Blob(value.blob.value(value.slot))
    for index in 0..<list.count where list.slots[index].kind == SlotKind.reference {
      noteFound(list.slots[index].a, place, field)
    }
  }
}
