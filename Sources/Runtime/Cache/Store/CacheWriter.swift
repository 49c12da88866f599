import Apus

extension CacheStore {
  /// The operations of a transaction, and the origin of its writes. Its body must not keep it.
  final class CacheWriter {
    /// The origin of a transaction's writes.
    enum Origin {
      /// No writes that could be newer than a response.
      case nothing
      /// Only the response to the query with this ticket.
      case response(ticket: Int)
      case other
    }

    let store: CacheStore
    var origin = Origin.nothing
    /// The keys that rules compute, known while the transaction lasts.
    lazy var keys = ComputedKeys()
    /// The cache's observer when the transaction began.
    let observer: (any CacheObserver)?
    /// The origin of the writes, for the observer; the first one counts.
    private(set) var source: ObservedSource?

    init(_ store: CacheStore) {
      self.store = store
      observer = store.observation.observer
    }

    /// Notes the origin of the writes for the observer.
    func note(_ kind: ObservedSource.Kind, _ name: @autoclosure () -> String?, _ operation: Int? = nil) {
      guard observer != nil, source == nil else { return }
      source = ObservedSource(kind: kind, name: name(), operation: operation)
    }

    /// Runs a nested transaction; if it throws, its writes are undone.
    func nested<Result>(_ body: (CacheWriter) throws -> Result) rethrows -> Result {
      let before = origin
      store.pending.beginNested()
      do {
        let result = try body(self)
        store.pending.endNested()
        return result
      } catch {
        store.pending.discardNested()
        origin = before
        throw error
      }
    }

    /// Normalizes a response's data.
    ///
    /// - Parameters:
    ///   - json: text that begins with an object and that the decoder has accepted.
    ///   - errors: the offsets of nulls caused by errors, with the errors' messages.
    ///   - ticket: the ticket of the request; nil if it is not a query's.
    ///   - isLocal: whether the app wrote it rather than a server.
    ///   - edits: the further changes that directives in the document request.
    func write(
      _ json: UnsafeBufferPointer<UInt8>, _ source: PlanSource, _ root: PlanRoot, errors: [Int: String] = [:],
      ticket: Int? = nil, isLocal: Bool = false, edits: [_GraphQLCacheEdit] = []
    ) throws {
      guard let start = json.baseAddress else { return }
      let plan = try store.writerPlans.plan(source)
      var record: UInt32?
      if case .object(let key) = root { record = store.pending.id(key) }
      var learned: Int
      var conflicts: [CacheConflict] = []
      var unconnected: [String] = []
      let places = edits.isEmpty ? nil : CacheEdits(edits, in: json)
      let mark = store.pending.mark
      var edges: [Int: ListChange.Element] = [:]
      // A rule must not see values that an earlier pass over the same response wrote.
      let isUndoable = !isLocal && store.rules.fields.canMerge
      repeat {
        if isUndoable { store.pending.beginNested() }
        // Types learned from markers may affect objects that came earlier, so start over.
        learned = store.learned.version
        var normalizer = Normalizer(
          json, start, plan, store.pending, store.learned, store.rules.keys.isEmpty ? nil : keys,
          errors: errors,
          newerWrites: store.inFlightWrites.withLock { $0.newer(than: ticket) })
        normalizer.isLocal = isLocal
        if let places { normalizer.wantedEdges = places.edges }
        normalizer.run(root: record, writesRoot: plan.kind == .query)
        if normalizer.hasFragments {
          if isUndoable { store.pending.discardNested() }
          // A mock response encoded by generated types: merge the fragments' members. Its errors are not a server's and mark no failures.
          return try normalizer.withFragmentsMerged(from: start) {
            try write($0, source, root, ticket: ticket, isLocal: isLocal, edits: edits)
          }
        }
        edges = normalizer.edges
        conflicts = normalizer.conflicts
        unconnected = normalizer.unconnected
        store.report(normalizer.uselessRules)
        if isUndoable {
          if learned == store.learned.version {
            store.pending.endNested()
          } else {
            store.pending.discardNested()
          }
        }
      } while learned != store.learned.version
      places?.apply(json, edges, plan, to: self)
      changeAgain(since: mark, ticket, plan)
      for field in unconnected { store.onEvent(.unconnectedPage(source.name, field: field)) }
      for conflict in conflicts {
        store.onEvent(
          .conflict(source.name, object: conflict.object, field: conflict.field, values: conflict.values))
      }
      if case .other = origin { return }
      origin = ticket.map { .response(ticket: $0) } ?? .other
    }

    func read(_ source: PlanSource, _ root: PlanRoot) throws -> ReadResult {
      let result = store.read(try store.writerPlans.plan(source), root, store.pending)
      store.pending.noteMissing(result.dependencies.missingRoots)
      return result
    }

    /// Reads a value; nil if anything is missing or does not decode.
    func value<Value: GraphQLObject>(_ source: PlanSource, _ root: PlanRoot) throws -> Value? {
      try stored(source, root)?.value
    }

    /// Reads a value, with the JSON that it was decoded from; nil if anything is missing or does not decode.
    func stored<Value: GraphQLObject>(
      _ source: PlanSource, _ root: PlanRoot
    ) throws -> (value: Value, json: [UInt8])? {
      let result = try read(source, root)
      guard let text = result.text else { return nil }
      do {
        return (try Value(json: text, source.conditions), text)
      } catch {
        // A deleted object at a non-null field counts as missing: nothing is wrong with the rest.
        if !result.hasDeleted { store.onEvent(.undecodable(source.name, error)) }
        return nil
      }
    }

    /// Evicts an object, or marks it as deleted.
    func remove(_ key: String, isDeleted: Bool) {
      origin = .other
      if !isDeleted, store.pending.find(key) == nil { return }
      let id = store.pending.id(key)
      store.pending.put(Blob.empty(isDeleted: isDeleted), at: id)
      // Where others have written the object as well, the newer one wins.
      if isDeleted { store.pending.stamp(id) }
    }

    /// Evicts the objects of a type; for a root type, the root fields.
    func remove(type: String) {
      origin = .other
      for id in store.pending.records(of: [type]) {
        if let blob = store.pending.blob(id), blob.count > 0 {
          store.pending.put(Blob.empty(isDeleted: false), at: id)
        }
      }
    }

    /// Evicts a query's root fields.
    func removeRoot(_ source: PlanSource) throws {
      let plan = try store.writerPlans.plan(source)
      let shape = plan.onlyShape(plan.root)
      for position in 0..<shape.count where shape.fields[position].id != FieldNames.typename {
        remove(plan.rootKey(of: shape.fields[position].id), isDeleted: false)
      }
    }

    /// Makes fields of a type's objects stale if their text matches; for a root type, root fields.
    func invalidate(type: String, fields isMeant: (String) -> Bool) {
      // Many objects have the same fields, so parse each text once.
      var known: [UInt32: Bool] = [:]
      for id in store.pending.records(of: [type]) {
        let fields = store.pending.blob(id)?.fields ?? []
        let found = fields.filter { field in
          if let isField = known[field] { return isField }
          let isField = isMeant(store.names.text(field))
          known[field] = isField
          return isField
        }
        if found.count == fields.count, !fields.isEmpty {
          store.pending.invalidate(id, nil)
        } else {
          for field in found { store.pending.invalidate(id, field) }
        }
      }
    }

    /// Makes all fields of an object stale.
    func invalidate(_ key: String) {
      if let id = store.pending.find(key) { store.pending.invalidate(id, nil) }
    }

    /// Makes a query's root fields stale.
    func invalidateRoot(_ source: PlanSource) throws {
      let plan = try store.writerPlans.plan(source)
      let shape = plan.onlyShape(plan.root)
      for position in 0..<shape.count {
        let field = shape.fields[position].id
        let key = plan.rootKey(of: field)
        invalidate(key)
        let isThere = store.pending.find(key).flatMap(store.pending.blob)?.position(of: field, hint: 0) != nil
        if let rule = shape.fields[position].read { invalidate(rule, field, key) }
        guard !isThere, let lookup = shape.lookups[field] else { continue }
        // The field is only found by its keys, so make those objects stale.
        for keys in lookup.elements {
          if let id = PlanLookup.record(keys, store.pending.find, store.pending.blob) {
            store.pending.invalidate(id, nil)
          }
        }
      }
    }

    /// Makes the objects stale that a rule reads in a field.
    private func invalidate(_ rule: ReadRule, _ field: UInt32, _ key: String) {
      var coder = StoredValueCoder(store.names, key: store.pending.text, record: store.pending.find)
      let blob = store.pending.find(key).flatMap(store.pending.blob)
      guard let value = rule.value(of: field, in: blob, &coder) else { return }
      let list = Blob(value.blob.value(value.slot))
      let slots = value.slot.kind == SlotKind.list ? (0..<list.count).map { list.slots[$0] } : [value.slot]
      for slot in slots where slot.kind == SlotKind.reference { store.pending.invalidate(slot.a, nil) }
    }

    /// Notes how long a query's response is fresh according to its `Cache-Control`.
    func note(_ source: PlanSource, expiry: UInt32?) {
      // The app's clock runs without the lock of readers.
      let now = store.now
      store.readers.lock()
      defer { store.readers.unlock() }
      if store.expiries.count > 1000 { store.expiries = store.expiries.filter { $0.value > now } }
      store.expiries[source.key] = expiry
    }

    var changes: [RecordChange] { store.pending.changes() }

    /// A moment in the transaction.
    struct Moment: Equatable {
      fileprivate let records: ObjectIdentifier
      fileprivate let putCount: Int
    }

    /// The current moment, which passes with the next write.
    var moment: Moment { Moment(records: ObjectIdentifier(store.pending), putCount: store.pending.putCount) }

    /// Writes a value of the app, completed with type names and keys, which generated types lack.
    ///
    /// - Parameter old: the JSON of the stored value from which it was changed; nil if it is not known.
    func write(_ json: [UInt8], changedFrom old: [UInt8]? = nil, _ source: PlanSource, _ root: PlanRoot)
      throws
    {
      let completed =
        try marked(json, changedFrom: old, source, root) ?? completed(GraphQLValue(json: json), source, root)
      try completed.json().withUnsafeBufferPointer { try write($0, source, root, isLocal: true) }
    }

    /// The completed value, if all elements that are known to be unchanged have a place in the stored one.
    private func marked(
      _ json: [UInt8], changedFrom old: [UInt8]?, _ source: PlanSource, _ root: PlanRoot
    ) throws -> GraphQLValue? {
      guard let old else { return nil }
      let plan = try store.writerPlans.plan(source)
      let marked = UnchangedElements.marked(json, changedFrom: old, plan, root)
      return try? completed(GraphQLValue(json: marked), source, root)
    }

    /// Adds what the cache needs and generated types lack: type names and keys.
    func completed(_ value: GraphQLValue, _ source: PlanSource, _ root: PlanRoot) throws -> GraphQLValue {
      let plan = try store.writerPlans.plan(source)
      return try ValueCompletion(plan, store.pending, keys).completed(value, root)
    }
  }
}
