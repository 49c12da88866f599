/// Reads objects by the keys in a field's arguments if the field is not stored.
extension RecordReader {
  /// - Returns: whether anything was found; if not, nothing was written.
  @inline(never) mutating func lookUp(
    _ lookup: PlanLookup, _ field: PlanShape.Field, _ isFirst: inout Bool
  ) -> Bool {
    guard let place = field.place else { return false }
    var records: [UInt32?] = []
    for keys in lookup.elements {
      let record = PlanLookup.record(keys, find, blob)
      records.append(record)
      noteKeys(keys, record)
    }
    if records.allSatisfy({ $0 == nil }) { return false }
    appendPrefix(field.prefix, field.prefixCount, isFirst)
    isFirst = false
    guard lookup.isList else {
      if let record = records[0] { found(record, place, field) }
      return true
    }
    reserve(1)
    append(0x5B)
    var isFirstElement = true
    for (index, record) in records.enumerated() {
      // Deleted objects are left out, as in a stored list.
      if let record, isDeleted(record) { continue }
      if !isFirstElement {
        reserve(1)
        append(0x2C)
      }
      isFirstElement = false
      if let record {
        found(record, place, field)
      } else {
        miss(lookup.elements[index].joined(separator: " or "))
        reserve(4)
        append("null")
      }
    }
    reserve(1)
    append(0x5D)
    return true
  }

  /// Notes the keys that would change the result. The record found is noted when it is read.
  private mutating func noteKeys(_ keys: [String], _ found: UInt32?) {
    for key in keys {
      guard let id = find(key) else {
        dependencies.missingRoots.insert(key)
        continue
      }
      if id != found { dependencies.addWhole(id) }
    }
  }

  mutating func found(_ id: UInt32, _ place: PlanPlace, _ field: PlanShape.Field) {
    if isDeleted(id) {
      hasDeleted = true
      reserve(4)
      append("null")
      return
    }
    noteFound(id, place, field)
    record(id, place)
  }

  /// Notes the use of an object found in a field that was never written: the field is as old as the fields read of its object.
  mutating func noteFound(_ id: UInt32, _ place: PlanPlace, _ field: PlanShape.Field) {
    use(id)
    if field.maxAge != CacheTime.noLimit, let blob = blob(id), let shape = shape(place, blob) {
      for position in 0..<shape.count where !shape.fields[position].isHidden {
        age.note(table.times.time(id, shape.fields[position].id), field.maxAge)
      }
    }
  }
}
