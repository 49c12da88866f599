public import Apus

/// What responses said, object by object: each object once, whatever asked for it.
///
/// ```swift
/// let cache = GraphQLCache(schema: cacheSchema)
/// let client = GraphQLCachedClient(GraphQLClient(url: url), cache: cache)
/// ```
/// Reading is synchronous: it never waits for the network, and for the disk only with a ``GraphQLCacheConfiguration/memoryLimit``. A
/// response that is being written does not hold it up.
public final class GraphQLCache: Sendable {
  let store: CacheStore

  /// A cache, empty or with what is stored.
  ///
  /// - Parameters:
  ///   - schema: `cacheSchema` of each module whose operations use the cache.
  ///   - storage: what makes it last: it has what was stored as soon as ``load()`` returns. Nil keeps everything in memory alone.
  ///   - configuration: how much is kept, and for how long.
  ///   - onEvent: told what happens. It must not use the cache.
  public init(
    schema: GraphQLCacheSchema..., storage: (any GraphQLCacheStorage)? = nil,
    configuration: GraphQLCacheConfiguration = GraphQLCacheConfiguration(),
    onEvent: (@Sendable (GraphQLCacheEvent) -> Void)? = nil
  ) {
    let types = TypeTable(schema)
    store = CacheStore(types, configuration, storage) { onEvent?($0) }
    for fault in types.faults { onEvent?(.schema(fault)) }
  }

  deinit { store.session?.close(store) }

  func report(_ event: GraphQLCacheEvent) { store.onEvent(event) }

  // MARK: - Reading

  /// What the cache has for a query, however old it is; nil when anything is missing.
  public func read<Query: GraphQLQuery>(_ query: Query) -> Query.Data? {
    whole(Query.operationName, .operation) { try PlanSource(query) }
  }

  /// What the cache has for a query, complete or not, and what is missing of it.
  public func partial<Query: GraphQLQuery>(_ query: Query) -> GraphQLCached<Query.Data> {
    partial(Query.operationName, .operation) { try PlanSource(query) }
  }

  /// What the cache has of an object, complete or not, and what is missing of it.
  ///
  /// - Parameters:
  ///   - type: the fragment.
  ///   - key: which object.
  ///   - variables: those that the fragment uses.
  public func partial<Fragment: GraphQLFragment>(
    _ type: Fragment.Type, _ key: GraphQLCacheKey, variables: [String: GraphQLValue] = [:]
  ) -> GraphQLCached<Fragment> {
    partial("\(type)", .object(key.description)) { try PlanSource(type, variables) }
  }

  private func partial<Value: GraphQLObject>(
    _ name: String, _ root: PlanRoot, _ source: () throws -> PlanSource
  ) -> GraphQLCached<Value> {
    do {
      let source = try source()
      var (result, misses, isOptimistic) = try store.partial(source, root)
      let data: Value?
      if let text = result.text {
        let found = decode(Value.self, text, name, source, root)
        data = found.whole ?? found.part
        misses = found.misses
      } else {
        data = result.partialText.flatMap { PartialData.decode(Value.self, $0, source.conditions).value }
      }
      let now = store.now
      return GraphQLCached(
        data: data, missing: misses, isStale: result.age.isStale(now, nil),
        age: .seconds(Int(result.age.seconds(now))), isOptimistic: isOptimistic)
    } catch let error as GraphQLCacheError {
      report(.unusable(name, error))
    } catch {
      report(.undecodable(name, error))
    }
    return GraphQLCached(data: nil, missing: [], isStale: false, age: .zero, isOptimistic: false)
  }

  /// Why cached data is not used.
  struct Unfit: Error {
    var cause: GraphQLFetchCause
  }

  /// What the cache has for a query, if it is complete and not too old.
  func fresh<Query: GraphQLQuery>(_ query: Query, _ maxAge: Duration?) -> Result<Query.Data, Unfit> {
    do {
      let source = try PlanSource(query)
      let result = try store.read(source, .operation)
      guard let text = result.text else {
        return .failure(Unfit(cause: .missing(try store.misses(source, .operation))))
      }
      if result.age.isStale(store.now, maxAge.map(CacheTime.seconds)) {
        return .failure(Unfit(cause: result.age.isInvalid ? .invalidated : .expired))
      }
      let found = decode(Query.Data.self, text, Query.operationName, source, .operation)
      if let data = found.whole { return .success(data) }
      return .failure(Unfit(cause: .missing(found.misses)))
    } catch let error as GraphQLCacheError {
      report(.unusable(Query.operationName, error))
    } catch {
      report(.undecodable(Query.operationName, error))
    }
    return .failure(Unfit(cause: .missing([])))
  }

  /// What the cache has for a query, as JSON; nil when anything is missing.
  package func json<Query: GraphQLQuery>(of query: Query) -> [UInt8]? {
    text(Query.operationName) { try store.read(try PlanSource(query), .operation) }
  }

  /// What the cache has of an object; nil when anything is missing.
  ///
  /// - Parameters:
  ///   - type: the fragment.
  ///   - key: which object.
  ///   - variables: those that the fragment uses.
  public func read<Fragment: GraphQLFragment>(
    _ type: Fragment.Type, _ key: GraphQLCacheKey, variables: [String: GraphQLValue] = [:]
  ) -> Fragment? {
    whole("\(type)", .object(key.description)) { try PlanSource(type, variables) }
  }

  private func whole<Value: GraphQLObject>(
    _ name: String, _ root: PlanRoot, _ source: () throws -> PlanSource
  ) -> Value? {
    do {
      let source = try source()
      return try store.read(source, root).text.flatMap { decode(Value.self, $0, name, source, root).whole }
    } catch let error as GraphQLCacheError {
      report(.unusable(name, error))
    } catch {
      report(.undecodable(name, error))
    }
    return nil
  }

  private func text(_ name: String, _ read: () throws -> ReadResult) -> [UInt8]? {
    do {
      return try read().text
    } catch let error as GraphQLCacheError {
      report(.unusable(name, error))
    } catch {
      report(.undecodable(name, error))
    }
    return nil
  }

  /// Decodes what was read.
  ///
  /// - Returns: the value. Where it cannot be decoded, as where an object was deleted whose place may not be null: what there is of it,
  ///   and what is missing.
  func decode<Value: GraphQLObject>(
    _ type: Value.Type, _ text: [UInt8], _ name: String, _ source: PlanSource, _ root: PlanRoot
  ) -> (whole: Value?, part: Value?, misses: [GraphQLCacheMiss]) {
    do {
      return (try Value(json: text, source.conditions), nil, [])
    } catch {
      let (part, failures) = PartialData.decode(type, text, source.conditions)
      let misses = (try? store.misses(source, root, failures: failures)) ?? []
      if misses.isEmpty || misses.contains(where: { $0.reason == .undecodable }) {
        report(.undecodable(name, error))
      }
      return (nil, part, misses)
    }
  }

  // MARK: - Watching

  /// What the cache has for a query, from now on: as soon as it has everything, and again whenever that changes.
  public func watch<Query: GraphQLQuery>(_ query: Query) -> GraphQLCacheUpdates<Query.Data> {
    GraphQLCacheUpdates(
      cache: self, name: Query.operationName, root: .operation, policy: .cacheOnly,
      source: { try PlanSource(query) }
    ) {
      throw GraphQLCacheError.missing(Query.operationName)
    }
  }

  /// What the cache has of an object, from now on: as soon as it has everything, and again whenever that changes.
  ///
  /// - Parameters:
  ///   - type: the fragment.
  ///   - key: which object.
  ///   - variables: those that the fragment uses.
  public func watch<Fragment: GraphQLFragment>(
    _ type: Fragment.Type, _ key: GraphQLCacheKey, variables: [String: GraphQLValue] = [:]
  ) -> GraphQLCacheUpdates<Fragment> {
    GraphQLCacheUpdates(
      cache: self, name: "\(type)", root: .object(key.description), policy: .cacheOnly,
      source: { try PlanSource(type, variables) }
    ) {
      throw GraphQLCacheError.missing("\(type)")
    }
  }

  // MARK: - Writing

  /// Writes everything that `body` does at once, or nothing when it throws.
  ///
  /// Transactions wait for one another: `body` should not take long. One within another becomes part of it; one that throws takes its
  /// own writes back.
  @discardableResult
  public func transaction<Result>(
    _ body: (borrowing GraphQLCacheTransaction) throws -> Result
  ) rethrows -> Result {
    try store.transaction { writer in try body(GraphQLCacheTransaction(writer)) }
  }

  /// Writes what `body` does until the layer is rolled back, as what a mutation will probably do.
  ///
  /// ```swift
  /// let layer = try cache.optimistic { transaction in
  ///   try transaction.update(LikesData.self, key) { $0.likes += 1 }
  /// }
  /// ```
  /// `body` runs now, and again whenever something changes below the layer that it read or wrote: it should do nothing but write. Layers
  /// lie in the order in which they were added, and each sees those below it.
  ///
  /// - Throws: what `body` throws; there is no layer then.
  public func optimistic(
    _ body: @escaping @Sendable (borrowing GraphQLCacheTransaction) throws -> Void
  ) throws -> GraphQLOptimisticLayer {
    let number = try store.addLayer { try body(GraphQLCacheTransaction($0)) }
    return GraphQLOptimisticLayer(store, number)
  }

  // MARK: - Keeping and forgetting

  /// Keeps what a query reads, for as long as the result lives.
  ///
  /// - Throws: ``GraphQLCacheError``.
  public func retain<Query: GraphQLQuery>(_ query: Query) throws -> GraphQLRetention {
    GraphQLRetention(store, store.retain(try PlanSource(query), .operation))
  }

  /// Keeps what a fragment reads of an object, for as long as the result lives.
  ///
  /// - Parameters:
  ///   - type: the fragment.
  ///   - key: which object.
  ///   - variables: those that the fragment uses.
  /// - Throws: ``GraphQLCacheError``.
  public func retain<Fragment: GraphQLFragment>(
    _ type: Fragment.Type, _ key: GraphQLCacheKey, variables: [String: GraphQLValue] = [:]
  ) throws -> GraphQLRetention {
    GraphQLRetention(store, store.retain(try PlanSource(type, variables), .object(key.description)))
  }

  /// Evicts what nothing leads to and was not used for the grace period, and what is over the limit. The cache does so by itself, now and
  /// then; a program may when it becomes invisible.
  public func collectGarbage() async {
    await Task.detached(priority: .utility) { [store] in store.collect() }.value
  }

  /// Forgets everything, and removes what is stored, before it returns. Queries that are watched are sent again.
  ///
  /// Optimistic layers are dropped. Responses to queries and mutations that were sent before are not written when they come.
  public func clear() {
    store.clear()
  }

  // MARK: - Lasting

  /// Waits until the cache has what is stored, or knows that it cannot be read. Until then reading finds nothing, and writing waits.
  ///
  /// ``GraphQLCachedClient`` waits by itself; a program calls it before it reads or watches synchronously.
  public func load() async { await store.session?.load() }

  /// Whether ``load()`` would return at once.
  public var isLoaded: Bool { store.session?.hasLoaded ?? true }

  /// Waits until everything that was written before is stored, and outlives a loss of power. What is not flushed is stored within a tenth
  /// of a second, as long as the process lives.
  ///
  /// - Throws: why it cannot be stored.
  public func flush() async throws { try await store.session?.flush() }
}
