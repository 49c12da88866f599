import Apus

/// Adding objects to cached lists, and removing them.
extension CacheStore.CacheWriter {
  /// Changes all lists of a field that are cached.
  ///
  /// - Parameter plan: the plan of the response with the change; nil if it is the app's, which has no edges to merge.
  func change(_ lists: GraphQLCacheLists, _ change: ListChange, _ plan: BoundPlan? = nil) {
    origin = .other
    for (record, field) in places(of: lists) { self.change(record, field, change, plan) }
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
    let types = store.types.entries[lists.type]?.possibleTypes ?? [lists.type]
    store.pending.noteMissing(Set(types.map(CacheGroup.objects)))
    let keys = types.map(TypeKeys.init)
    return store.pending.all.filter { id in
      let key = store.table.keys.bytes(id)
      return keys.contains { $0.contains(key) }
    }.flatMap(places)
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
    if slot.kind == SlotKind.reference {
      // A connection with a key.
      guard let connection = pending.blob(slot.a) else { return }
      put(change.changedConnection(connection, cache), slot.a, [FieldNames.edges, FieldNames.nodes])
    } else {
      put(change.changed(object, at: position, cache), record, [field])
    }
  }

  private func put(_ draft: BlobDraft?, _ record: UInt32, _ fields: [UInt32]) {
    guard let draft else { return }
    store.pending.put(draft.copy(), at: record)
    for field in fields { store.pending.stamp(record, field) }
  }
}
