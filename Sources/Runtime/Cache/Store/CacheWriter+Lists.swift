import Apus

/// Adding objects to cached lists, and removing them.
extension CacheStore.CacheWriter {
  /// Changes all lists of a field that are cached.
  ///
  /// - Parameter plan: the plan of the response with the change; nil if it is the app's, which has no edges to merge.
  func change(_ lists: GraphQLCacheLists, _ change: ListChange, _ plan: BoundPlan? = nil) {
    origin = .other
    store.pending.note(change, of: lists)
    for (record, field) in places(of: lists) { self.change(record, field, change, plan) }
  }

  /// Makes changes again that are newer than a query's response, in the lists that the response brought: it does not contain them.
  ///
  /// - Parameter mark: the moment before the response was written.
  func changeAgain(since mark: PendingRecords.Mark, _ ticket: Int?, _ plan: BoundPlan) {
    let changes = store.inFlightWrites.withLock { $0.listChanges(newerThan: ticket) }
    if changes.isEmpty { return }
    let written = store.pending.fields(writtenSince: mark)
    for (lists, change) in changes {
      for (record, field) in places(of: lists) where written[record]?.contains(field) ?? false {
        self.change(record, field, change, plan)
      }
    }
  }

  /// The record of an object to add or remove.
  func record(_ key: GraphQLCacheKey) -> UInt32 { store.pending.id(key.description) }

  /// The records and fields that have the lists.
  private func places(of lists: GraphQLCacheLists) -> [(record: UInt32, field: UInt32)] {
    let fields = store.names.ids(ofField: lists.field).filter { lists.contain(store.names.text($0)) }
    func places(_ record: UInt32) -> [(record: UInt32, field: UInt32)] {
      guard let blob = store.pending.blob(record) else { return [] }
      return fields.filter { blob.position(of: $0, hint: 0) != nil }.map { (record, $0) }
    }
    if let object = lists.object { return store.pending.find(object.description).map(places) ?? [] }
    if lists.type == store.types.roots[.query] {
      // Each root field is its own record. A layer runs again when another list is added.
      store.pending.noteMissing([CacheGroup.field(lists.type, lists.field)])
      return fields.flatMap { field in
        let key = CacheRoot.key(lists.type, store.names.shownText(field))
        return store.pending.find(key).map(places) ?? []
      }
    }
    let known = store.types.entries[lists.type]?.possibleTypes ?? [lists.type]
    let types = known.union(store.learned.types(of: lists.type))
    // A layer runs again when an object of one of them is added, or of a type that is learned later.
    store.pending.noteMissing(Set(types.union([lists.type]).map(CacheGroup.objects)))
    return store.pending.records(of: types).flatMap(places)
  }

  private func change(_ record: UInt32, _ field: UInt32, _ change: ListChange, _ plan: BoundPlan?) {
    let pending = store.pending
    let cache = ListChange.Store(records: pending.blob) { [store] stored, edge in
      plan.map { Normalizer.merged(stored, edge, $0, store.pending, store.learned) } ?? edge
    }
    guard let object = pending.blob(record), let position = object.position(of: field, hint: 0) else {
      return
    }
    let slot = object.slots[position]
    // The fields keep their ages, and stay stale if they are: nobody has verified the other elements.
    if slot.kind == SlotKind.reference {
      // A connection with a key.
      let changed = pending.blob(slot.a).flatMap { change.changedConnection($0, cache) }
      if let changed { pending.put(changed.copy(), at: slot.a) }
    } else if let changed = change.changed(object, at: position, cache) {
      pending.put(changed.copy(), at: record)
    }
  }
}
