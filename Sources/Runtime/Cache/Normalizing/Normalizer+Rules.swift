/// Merges fields by the rules of the cache.
extension Normalizer {
  /// Replaces each value from `first` on that has a rule by the rule's result for it and the stored value.
  ///
  /// Values that the app writes are not merged, nor are fields of an object without a key: their stored values are not known here.
  ///
  /// - Parameter record: the object's record; nil for an object without a key.
  @inline(never) mutating func applyRules(_ shape: PlanShape, _ first: Int, _ record: UInt32?) {
    var coder = StoredValueCoder(
      plan.names, key: records.text, record: { [records] (key: String) in records.id(key) })
    var isRepeated = false
    var index = first
    while index < stack.count {
      defer { index += 1 }
      guard let rule = shape.merges[stack[index].field] else { continue }
      stack[index].field = rule.field
      let earlier = stack[first..<index].firstIndex { $0.field == rule.field }
      guard let record, !isLocal else {
        if !isLocal { uselessRules.insert(.keylessRule(rule.name)) }
        if earlier != nil { isRepeated = true }
        continue
      }
      let stored =
        earlier.map { value(stack[$0], coder) } ?? coder.value(of: rule.field, in: records.blob(record))
      let merged = coder.encode(
        rule.merge(stored, value(stack[index], coder), rule.arguments), rule.field)
      stack[index] = keep(merged.slot, of: merged.blob.base)
      decided.insert(rule.field)
      if let earlier {
        stack.remove(at: earlier)
        index -= 1
      }
    }
    if isRepeated { mergeRepeated(first) }
  }

  /// The value of a slot on the stack.
  private mutating func value(_ slot: Slot, _ coder: StoredValueCoder) -> GraphQLStoredValue {
    let first = stack.count
    stack.append(slot)
    let object = encode(first, SlotKind.object, 0)
    let blob = Blob(arena + Int(object.a))
    return coder.value(blob.slots[0], blob)
  }
}
