/// The cache's contents as text.
extension CacheStore {
  /// - Parameter key: the object to show; nil for all.
  func inspect(_ key: String?) -> String {
    let now = now
    readers.lock()
    defer { readers.unlock() }
    var lines: [String] = []
    let records = (0..<UInt32(table.count)).filter { table.blob($0) != nil }
    if key == nil {
      let names = watchers.all.map(\.watcher.source.name) + retained.entries.values.map(\.source.name)
      lines.append("\(records.count) objects and root fields, \(table.byteCount) bytes")
      lines.append(
        "watched or retained: " + (names.isEmpty ? "nothing" : names.sorted().joined(separator: ", ")))
    }
    let texts = records.map { (id: $0, key: table.keys.text($0)) }
    for record in texts.sorted(by: { $0.key < $1.key }) where key == nil || record.key == key {
      lines += table.blob(record.id).map { describe($0, record.id, record.key, now) } ?? []
    }
    if key != nil, lines.isEmpty { return "the cache does not contain this object" }
    return lines.joined(separator: "\n")
  }

  private func describe(_ blob: Blob, _ id: UInt32, _ key: String, _ now: UInt32) -> [String] {
    var head = key
    if blob.isDeleted { head += " (deleted)" } else if blob.count == 0 { head += " (evicted)" }
    if covered.contains(id) { head += " (optimistic)" }
    let watching = watchers.watchers(of: id).map(\.source.name).sorted()
    if !watching.isEmpty { head += " watched by " + watching.joined(separator: ", ") }
    return [head]
      + blob.fields.enumerated().map { index, field in
        let time = table.times.time(id, field)
        let age = time == CacheTime.never ? "invalidated" : "\(now < time ? 0 : now - time) s"
        return "  \(names.shownText(field)): \(describe(blob.slots[index], blob))  [\(age)]"
      }
  }

  /// Recursion is safe: nesting is limited by the response decoder.
  private func describe(_ slot: Slot, _ blob: Blob) -> String {
    switch slot.kind {
    case SlotKind.reference: return "→ " + table.keys.text(slot.a)
    case SlotKind.list:
      let list = Blob(blob.value(slot))
      return "[" + (0..<list.count).map { describe(list.slots[$0], list) }.joined(separator: ", ") + "]"
    case SlotKind.object:
      let object = Blob(blob.value(slot))
      let members = object.fields.enumerated().map {
        "\(names.shownText($1)): \(describe(object.slots[$0], object))"
      }
      return "{" + members.joined(separator: ", ") + "}"
    default:
      let bytes = UnsafeRawBufferPointer(start: blob.value(slot), count: Int(slot.b))
      let text = String(decoding: bytes, as: UTF8.self)
      return text.utf8.count > 200 ? String(text.prefix(200)) + "…" : text
    }
  }
}

extension GraphQLCache {
  /// Returns the cache's contents as a string for a debugger or a log: each object with its fields, their values and ages, and its watchers.
  ///
  /// - Parameter key: the object to show; nil for everything.
  public func inspect(_ key: GraphQLCacheKey? = nil) -> String { store.inspect(key?.description) }
}
