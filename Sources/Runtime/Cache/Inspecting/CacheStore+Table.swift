/// The cache as a table of objects. Readers and writers wait for a part at a time.
extension CacheStore {
  /// The number of records that a look at the table visits while others wait.
  private static var part: UInt32 { 512 }

  /// A page of the objects, in the order of their ids: mostly the one in which they were first written.
  ///
  /// - Parameters:
  ///   - search: a part of the keys, in any case; empty for all.
  ///   - after: the record after which the page begins; nil for the first page.
  ///   - limit: the number of objects on the page.
  /// - Returns: the objects, the number of all objects, and where the next page begins: nil at the end. A page may have fewer objects although there
  ///   are more.
  func objects(
    search: String, after: UInt32?, limit: Int
  ) -> (objects: [ObservedObject], total: Int, next: UInt32?) {
    // The app's clock is read without a lock.
    let now = now
    let wanted = Array(search.utf8).map(Self.lowercased)
    var found: [ObservedObject] = []
    var next = after.map { $0 &+ 1 } ?? 0
    let end = next.addingReportingOverflow(50_000).partialValue
    var isOver = false
    while found.count < limit, !isOver, next < end {
      isOver = visit(&next) { record, blob in
        guard found.count < limit else { return false }
        if wanted.isEmpty || contains(wanted, table.keys.bytes(record)) {
          found.append(summary(record, blob, now))
        }
        return true
      }
    }
    return (found, recordCount, isOver || next == 0 ? nil : next - 1)
  }

  /// Visits the next part of the records that have values, with `readers` held, until `body` returns false.
  ///
  /// - Returns: whether these were the last ones.
  private func visit(_ next: inout UInt32, _ body: (UInt32, Blob) -> Bool) -> Bool {
    readers.lock()
    defer { readers.unlock() }
    let end = min(UInt32(table.count), next.addingReportingOverflow(Self.part).partialValue)
    while next < end {
      if let blob = table.blob(next), !body(next, blob) { return false }
      next += 1
    }
    return next >= UInt32(table.count)
  }

  private var recordCount: Int {
    var count = 0
    var next: UInt32 = 0
    while !visit(
      &next,
      { _, _ in
        count += 1; return true
      })
    {}
    return count
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }

  /// Whether a key contains a text, whatever the case of ASCII letters.
  private func contains(_ wanted: [UInt8], _ key: some Collection<UInt8>) -> Bool {
    let key = key.map(Self.lowercased)
    guard key.count >= wanted.count else { return false }
    return (0...(key.count - wanted.count)).contains { start in
      key[start..<start + wanted.count].elementsEqual(wanted)
    }
  }

  /// An object with its fields, the watchers that read it, and some of the objects that refer to it; nil if the cache does not contain it.
  func object(_ key: String) -> (
    object: ObservedObject, fields: [ObservedField], watchers: [(number: Int, name: String)],
    referrers: [String]
  )? {
    let now = now
    readers.lock()
    guard let record = table.keys.find(key), let blob = table.blob(record) else {
      readers.unlock()
      return nil
    }
    let object = summary(record, blob, now)
    let fields = blob.fields.enumerated().map { index, field in
      ObservedField(
        name: names.shownText(field), age: age(table.times.time(record, field), now),
        value: value(blob.slots[index], blob))
    }
    readers.unlock()
    let reading = watchers.watchersWithNumbers(of: record).map { ($0.number, $0.watcher.source.name) }
    return (object, fields, reading, referrers(to: record))
  }

  /// The keys of objects that refer to a record; at most a hundred.
  private func referrers(to record: UInt32) -> [String] {
    var found: [String] = []
    var next: UInt32 = 0
    var isOver = false
    while !isOver, found.count < 100 {
      isOver = visit(&next) { other, blob in
        if Self.references(blob).contains(record) { found.append(table.keys.text(other)) }
        return true
      }
    }
    return found
  }

  // MARK: - With `readers` held

  private func age(_ time: UInt32, _ now: UInt32) -> Int? {
    time == CacheTime.never ? nil : Int(max(now, time) - time)
  }

  private func summary(_ record: UInt32, _ blob: Blob, _ now: UInt32) -> ObservedObject {
    let times = table.times
    var object = ObservedObject(
      record: record, key: table.keys.text(record), fieldCount: blob.count, bytes: table.size(record),
      oldest: age(times.oldest(record), now), isOptimistic: covered.contains(record),
      watcherCount: watchers.watchers(of: record).count)
    object.age = object.oldest
    object.isDeleted = blob.isDeleted
    object.isEvicted = !blob.isDeleted && blob.count == 0
    object.referenceCount = Set(Self.references(blob)).count
    if times.isMixed(record) {
      object.age = blob.fields.compactMap { age(times.time(record, $0), now) }.min()
    }
    return object
  }

  /// The records that a record refers to. Recursion is safe: nesting is limited by the response decoder.
  private static func references(_ blob: Blob) -> [UInt32] {
    (0..<blob.count).flatMap { index -> [UInt32] in
      let slot = blob.slots[index]
      switch slot.kind {
      case SlotKind.reference: return [slot.a]
      case SlotKind.list, SlotKind.object: return references(Blob(blob.value(slot)))
      default: return []
      }
    }
  }

  private static var longestText: Int { 64 << 10 }

  /// Recursion is safe: nesting is limited by the response decoder.
  private func value(_ slot: Slot, _ blob: Blob) -> ObservedValue {
    switch slot.kind {
    case SlotKind.reference: return .reference(table.keys.text(slot.a))
    case SlotKind.list:
      let list = Blob(blob.value(slot))
      return .list((0..<list.count).map { value(list.slots[$0], list) })
    case SlotKind.object:
      let object = Blob(blob.value(slot))
      return .object(
        object.fields.enumerated().map { (names.shownText($1), value(object.slots[$0], object)) })
    default:
      let bytes = UnsafeRawBufferPointer(start: blob.value(slot), count: Int(slot.b))
      if bytes.count <= Self.longestText { return .json(Array(bytes)) }
      return .cut(String(decoding: bytes.prefix(Self.longestText), as: UTF8.self))
    }
  }
}
