public import Apus
import ApusClient

/// A normalized cache: stores each object once, whichever responses contained it.
///
/// ```swift
/// let cache = GraphQLCache(schema: cacheSchema)
/// let client = GraphQLClient(url: url, cache: cache)
/// ```
/// Reading is synchronous: it never waits for the network or the disk, and is not held up by a response being written.
public final class GraphQLCache: Sendable {
  let store: CacheStore

  /// Creates a cache. With a storage, loading what it holds starts at once.
  ///
  /// - Parameters:
  ///   - schema: `cacheSchema` of each module whose operations use the cache.
  ///   - rules: how fields are merged and read, for what `apus.json` cannot say.
  ///   - keys: how the keys of objects are computed, if their key fields are not the key.
  ///   - storage: where the cache persists; wait for ``load()`` before reading what it holds. Nil keeps everything in memory only.
  ///   - configuration: size limits and times.
  ///   - onEvent: called with each event. It must not use the cache.
  public init(
    schema: GraphQLCacheSchema..., rules: [GraphQLFieldRule] = [], keys: [GraphQLKeyRule] = [],
    storage: (any GraphQLCacheStorage)? = nil,
    configuration: GraphQLCacheConfiguration = GraphQLCacheConfiguration(),
    onEvent: (@Sendable (GraphQLCacheEvent) -> Void)? = nil
  ) {
    let types = TypeTable(schema)
    let rules = AppRules(rules, keys, types)
    let observation = CacheObservation()
    store = CacheStore(types, configuration, storage, rules: rules, observation) { event in
      onEvent?(event)
      observation.observer?.happened(event)
    }
    for fault in types.faults { onEvent?(.schema(fault)) }
    for fault in rules.faults { onEvent?(.rule(fault)) }
  }

  deinit { store.session?.close(store) }

  package func report(_ event: GraphQLCacheEvent) { store.onEvent(event) }

  /// Reads or writes for an operation or a fragment; nil if `body` throws, which is reported.
  func reporting<Result>(_ name: String, _ body: () throws -> Result) -> Result? {
    do {
      return try body()
    } catch let error as GraphQLCacheError {
      report(.unusable(name, error))
    } catch {
      report(.undecodable(name, error))
    }
    return nil
  }

  // MARK: - Reading

  /// Reads a query, however old its data is.
  ///
  /// ```swift
  /// if let data = cache.read(AlbumQuery(id: "a1")) { print(data.album?.title ?? "no such album") }
  /// ```
  ///
  /// - Returns: the data; nil if anything is missing.
  public func read<Query: GraphQLQuery>(_ query: Query) -> Query.Data? {
    whole(query.shownName, .operation) { try PlanSource(query) }
  }

  /// Reads a query, complete or not, and lists what is missing.
  public func partial<Query: GraphQLQuery>(_ query: Query) -> GraphQLCached<Query.Data> {
    partial(query.shownName, .operation) { try PlanSource(query) }
  }

  /// Reads an object, complete or not, and lists what is missing.
  ///
  /// - Parameters:
  ///   - type: the fragment.
  ///   - key: the object's key.
  ///   - variables: the variables that the fragment uses.
  public func partial<Fragment: GraphQLFragment>(
    _ type: Fragment.Type, _ key: GraphQLCacheKey, variables: [String: GraphQLValue] = [:]
  ) -> GraphQLCached<Fragment> {
    partial("\(type)", .object(key.description)) { try PlanSource(type, variables) }
  }

  private func partial<Value: GraphQLObject>(
    _ name: String, _ root: PlanRoot, _ source: () throws -> PlanSource
  ) -> GraphQLCached<Value> {
    reporting(name) {
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
    } ?? GraphQLCached(data: nil, missing: [], isStale: false, age: .zero, isOptimistic: false)
  }

  /// The cached data is not enough for the query, so a request must be sent.
  struct NeedsFetch: Error {
    var cause: GraphQLFetchCause
  }

  /// Reads a query if its data is complete and not too old.
  func fresh<Query: GraphQLQuery>(_ query: Query, _ maxAge: Duration?) -> Result<Query.Data, NeedsFetch> {
    reporting(Query.operationName) {
      let source = try PlanSource(query)
      let result = try store.read(source, .operation)
      guard let text = result.text else {
        return .failure(NeedsFetch(cause: .missing(try store.misses(source, .operation))))
      }
      if result.age.isStale(store.now, maxAge.map(CacheTime.seconds)) {
        return .failure(NeedsFetch(cause: result.age.isInvalid ? .invalidated : .expired))
      }
      let found = decode(Query.Data.self, text, Query.operationName, source, .operation)
      if let data = found.whole { return .success(data) }
      return .failure(NeedsFetch(cause: .missing(found.misses)))
    } ?? .failure(NeedsFetch(cause: .missing([])))
  }

  /// Reads a query as JSON; nil if anything is missing.
  package func json<Query: GraphQLQuery>(of query: Query) -> [UInt8]? {
    reporting(Query.operationName) { try store.read(PlanSource(query), .operation).text } ?? nil
  }

  /// Reads an object through a fragment.
  ///
  /// - Parameters:
  ///   - type: the fragment.
  ///   - key: the object's key.
  ///   - variables: the variables that the fragment uses.
  /// - Returns: the fragment; nil if anything is missing.
  public func read<Fragment: GraphQLFragment>(
    _ type: Fragment.Type, _ key: GraphQLCacheKey, variables: [String: GraphQLValue] = [:]
  ) -> Fragment? {
    whole("\(type)", .object(key.description)) { try PlanSource(type, variables) }
  }

  private func whole<Value: GraphQLObject>(
    _ name: String, _ root: PlanRoot, _ source: () throws -> PlanSource
  ) -> Value? {
    reporting(name) {
      let source = try source()
      return try store.read(source, root).text.flatMap { decode(Value.self, $0, name, source, root).whole }
    } ?? nil
  }

  /// Decodes the JSON that was read.
  ///
  /// - Returns: the whole value; or, if it cannot be decoded (say, a deleted object at a non-null field), the part that can, and the
  ///   misses.
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

  /// Watches a query: an update as soon as everything is cached, and after every change.
  public func watch<Query: GraphQLQuery>(_ query: Query) -> GraphQLCacheUpdates<Query.Data> {
    GraphQLCacheUpdates { [self] in
      makeWatch(query, .cacheOnly) { throw GraphQLCacheError.missing(Query.operationName) }
    }
  }

  /// Watches an object through a fragment: an update as soon as everything is cached, and after every change.
  ///
  /// - Parameters:
  ///   - type: the fragment.
  ///   - key: the object's key.
  ///   - variables: the variables that the fragment uses.
  public func watch<Fragment: GraphQLFragment>(
    _ type: Fragment.Type, _ key: GraphQLCacheKey, variables: [String: GraphQLValue] = [:]
  ) -> GraphQLCacheUpdates<Fragment> {
    GraphQLCacheUpdates { [self] in makeWatch(type, key, variables) }
  }

  /// Creates a watch of a query.
  ///
  /// - Parameter fetch: sends the query.
  func makeWatch<Query: GraphQLQuery>(
    _ query: Query, _ policy: GraphQLFetchPolicy, _ aging: WatchAging = WatchAging(),
    fetch: @escaping @Sendable () async throws -> Query.Data
  ) -> Watch<Query.Data> {
    Watch(self, query.shownName, .operation, policy, aging, { try PlanSource(query) }, fetch)
  }

  /// Creates a watch of an object.
  func makeWatch<Fragment: GraphQLFragment>(
    _ type: Fragment.Type, _ key: GraphQLCacheKey, _ variables: [String: GraphQLValue]
  ) -> Watch<Fragment> {
    Watch(
      self, "\(type)", .object(key.description), .cacheOnly, WatchAging(), { try PlanSource(type, variables) }
    ) {
      throw GraphQLCacheError.missing("\(type)")
    }
  }

  // MARK: - Writing

  /// Applies all writes of `body` at once, or none if it throws.
  ///
  /// Transactions run one at a time, so `body` should be quick. A nested transaction becomes part of the outer one; if it throws, only its
  /// own writes are undone.
  ///
  /// - Returns: the result of `body`.
  /// - Throws: the error of `body`.
  @discardableResult
  public func transaction<Result>(
    _ body: (borrowing GraphQLCacheTransaction) throws -> Result
  ) rethrows -> Result {
    try store.transaction { writer in try body(GraphQLCacheTransaction(writer)) }
  }

  /// Applies the writes of `body` until the layer is rolled back: the expected effect of a mutation.
  ///
  /// ```swift
  /// let layer = try cache.optimistic { transaction in
  ///   try transaction.update(AlbumDetailsQuery(by: .id("a1"))) { $0.album?.isSaved = true }
  /// }
  /// ```
  /// `body` runs now, and again whenever a record that it read or wrote changes below the layer, so it should do nothing but write. Layers
  /// stack in the order they were added; each sees those below it.
  ///
  /// Within a transaction, `body` first runs when the outermost transaction commits. What it throws is then the event
  /// ``GraphQLCacheEvent/layerDropped(_:)``, and not thrown here.
  ///
  /// - Throws: the error of `body`; no layer is added then.
  public func optimistic(
    _ body: @escaping @Sendable (borrowing GraphQLCacheTransaction) throws -> Void
  ) throws -> GraphQLOptimisticLayer {
    let number = try store.addLayer { try body(GraphQLCacheTransaction($0)) }
    return GraphQLOptimisticLayer(store, number)
  }

  // MARK: - Keeping and forgetting

  /// Prevents the eviction of all objects that a query reads, as long as the returned value exists.
  ///
  /// - Throws: ``GraphQLCacheError``.
  public func retain<Query: GraphQLQuery>(_ query: Query) throws -> GraphQLRetention {
    GraphQLRetention(store, store.retain(try PlanSource(query), .operation))
  }

  /// Prevents the eviction of all objects that a fragment reads, as long as the returned value exists.
  ///
  /// - Parameters:
  ///   - type: the fragment.
  ///   - key: the object's key.
  ///   - variables: the variables that the fragment uses.
  /// - Throws: ``GraphQLCacheError``.
  public func retain<Fragment: GraphQLFragment>(
    _ type: Fragment.Type, _ key: GraphQLCacheKey, variables: [String: GraphQLValue] = [:]
  ) throws -> GraphQLRetention {
    GraphQLRetention(store, store.retain(try PlanSource(type, variables), .object(key.description)))
  }

  /// Evicts unreachable objects that were not used within the grace period, and the least recently used ones above the size limit. The
  /// cache does this on its own from time to time; an app may also do it when it moves to the background.
  public func collectGarbage() async {
    await store.startCollection().value
  }

  /// Removes everything from memory and storage before it returns. Watched queries are sent again, and views drop their data.
  ///
  /// Drops optimistic layers. Responses to queries and mutations sent earlier are not written when they arrive. Subscriptions that began earlier end
  /// when their next event arrives: their loops throw ``GraphQLCacheError/cleared``.
  public func clear() {
    store.clear()
  }

  // MARK: - Lasting

  /// Waits until the stored data is loaded, or cannot be. Until then, reads find nothing and writes wait.
  ///
  /// A client with the cache does this on its own; call it before you read or watch synchronously. If other caches write to the storage as well,
  /// each call waits until their latest commit is loaded.
  public func load() async { await store.session?.load() }

  /// Whether ``load()`` would return at once.
  public var isLoaded: Bool { store.session?.hasLoaded ?? true }

  /// Waits until all earlier writes are stored and survive a power failure. Without it, writes are stored within a tenth of a second, as
  /// long as the process lives. In a storage that others write to as well, it also takes over what they have stored.
  ///
  /// - Throws: the reason they cannot be stored.
  public func flush() async throws { try await store.session?.flush() }
}
