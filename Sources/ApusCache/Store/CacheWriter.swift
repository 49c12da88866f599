import Apus

extension CacheStore {
  /// A transaction: what its body can do, and where what it writes comes from. The body does not keep it.
  final class CacheWriter {
    /// Where what a transaction has written comes from.
    enum Origin {
      /// Nothing is written that could be newer than a response.
      case nothing
      /// The response to a query alone, which has this ticket.
      case response(ticket: Int)
      case other
    }

    private let store: CacheStore
    var origin = Origin.nothing

    init(_ store: CacheStore) { self.store = store }

    /// Runs a transaction within this one, of which nothing stays when it throws.
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

    /// Takes a response's data apart.
    ///
    /// - Parameters:
    ///   - json: text that begins with an object and that the decoder has read.
    ///   - errors: where in it nulls stand that are errors' doing, and what the errors say.
    ///   - ticket: the request that it answers, if it is a query's.
    ///   - isLocal: whether a program wrote it, and no server.
    func write(
      _ json: UnsafeBufferPointer<UInt8>, _ source: PlanSource, _ root: PlanRoot, errors: [Int: String] = [:],
      ticket: Int? = nil, isLocal: Bool = false
    ) throws {
      guard let start = json.baseAddress else { return }
      let plan = try store.writerPlans.plan(source)
      var record: UInt32?
      if case .object(let key) = root { record = store.pending.id(key) }
      var learned: Int
      var conflicts: [GraphQLCacheConflict] = []
      var unconnected: [String] = []
      repeat {
        // What markers tell of a type may concern objects before them.
        learned = store.learned.version
        var normalizer = Normalizer(
          json, start, plan, store.pending, store.learned, errors: errors,
          arrivals: store.arrivals.guardOf(ticket))
        normalizer.isLocal = isLocal
        normalizer.run(root: record, writesRoot: plan.document.kind == .query)
        if normalizer.hasFragments {
          // A test's answer, which our types wrote. What its errors say of nulls is no server's word.
          let value = try GraphQLValue(
            json: UnsafeBufferPointer(start: start, count: normalizer.scanner.offset))
          let merged = try value.withFragmentsMerged.json()
          return try merged.withUnsafeBufferPointer {
            try write($0, source, root, ticket: ticket, isLocal: isLocal)
          }
        }
        conflicts = normalizer.conflicts
        unconnected = normalizer.unconnected
      } while learned != store.learned.version
      for field in unconnected { store.onEvent(.unconnectedPage(source.name, field: field)) }
      for conflict in conflicts { store.onEvent(.conflict(source.name, conflict)) }
      if case .other = origin { return }
      origin = ticket.map { .response(ticket: $0) } ?? .other
    }

    func read(_ source: PlanSource, _ root: PlanRoot) throws -> ReadResult {
      let result = store.read(try store.writerPlans.plan(source), root, store.pending)
      store.pending.noteMissing(result.dependencies.missingRoots)
      return result
    }

    /// The value that there is; nil when anything is missing. That counts for what has another form than its type expects, too.
    func value<Value: GraphQLObject>(_ source: PlanSource, _ root: PlanRoot) throws -> Value? {
      let result = try read(source, root)
      guard let text = result.text else { return nil }
      do {
        return try Value(json: text, source.conditions)
      } catch {
        // An object that was deleted is missing where its place may not be null: nothing is wrong with the rest.
        if !result.hasDeleted { store.onEvent(.undecodable(source.name, error)) }
        return nil
      }
    }

    /// Forgets an object, or notes that it is gone.
    func remove(_ key: String, isDeleted: Bool) {
      origin = .other
      if !isDeleted, store.pending.find(key) == nil { return }
      store.pending.put(Blob.empty(isDeleted: isDeleted), at: store.pending.id(key))
    }

    /// Forgets the objects whose keys are meant.
    func remove(where isMeant: (String) -> Bool) {
      origin = .other
      for id in store.pending.all where isMeant(store.table.keys.text(id)) {
        if let blob = store.pending.blob(id), blob.count > 0 {
          store.pending.put(Blob.empty(isDeleted: false), at: id)
        }
      }
    }

    /// Forgets what a query's root has.
    func removeRoot(_ source: PlanSource) throws {
      let plan = try store.writerPlans.plan(source)
      let shape = plan.onlyShape(plan.root)
      for position in 0..<shape.count where shape.fields[position].id != FieldNames.typename {
        remove(CacheRoot.key(plan.rootType ?? "", plan.name(of: shape.fields[position].id)), isDeleted: false)
      }
    }

    /// Makes old what a test of keys and one of fields with their arguments find.
    func invalidate(where isMeant: (String) -> Bool, fields isMeantField: (String) -> Bool) {
      for id in store.pending.all where isMeant(store.table.keys.text(id)) {
        for field in store.pending.blob(id)?.fields ?? [] where isMeantField(store.names.text(field)) {
          store.pending.invalidate(id, field)
        }
      }
    }

    /// Makes all of an object old.
    func invalidate(_ key: String) {
      if let id = store.pending.find(key) { store.pending.invalidate(id, nil) }
    }

    /// Makes what a query's root has old.
    func invalidateRoot(_ source: PlanSource) throws {
      let plan = try store.writerPlans.plan(source)
      let shape = plan.onlyShape(plan.root)
      for position in 0..<shape.count {
        let field = shape.fields[position].id
        let key = CacheRoot.key(plan.rootType ?? "", plan.name(of: field))
        invalidate(key)
        let isThere = store.pending.find(key).flatMap(store.pending.blob)?.position(of: field, hint: 0) != nil
        guard !isThere, let lookup = shape.lookups[field] else { continue }
        // What was found by its key is all that there is to be old.
        for keys in lookup.elements {
          if let id = PlanLookup.record(keys, store.pending.find, store.pending.blob) {
            store.pending.invalidate(id, nil)
          }
        }
      }
    }

    /// Notes how long a query's response says that it is fresh.
    func note(_ source: PlanSource, expiry: UInt32?) {
      store.readers.lock()
      defer { store.readers.unlock() }
      if store.expiries.count > 1000 { store.expiries = store.expiries.filter { $0.value > store.now } }
      store.expiries[source.key] = expiry
    }

    /// What the transaction has changed so far.
    var changes: [RecordChange] { store.pending.changes() }

    /// The value with what a cache needs and its type does not have: names of types and keys.
    func completed(_ value: GraphQLValue, _ source: PlanSource, _ root: PlanRoot) throws -> GraphQLValue {
      let plan = try store.writerPlans.plan(source)
      return try ValueCompletion(plan, store.pending).completed(value, root)
    }
  }
}
