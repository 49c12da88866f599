/// The cache's present contents for an inspector.
extension GraphQLCache {
  /// The object that sees what happens in the cache; nil if there is none.
  package var observer: (any CacheObserver)? {
    get { store.observation.observer }
    set { store.observation.observer = newValue }
  }

  /// A page of the objects, in the order of their ids: mostly the one in which they were first written.
  ///
  /// - Parameters:
  ///   - search: a part of the keys, in any case; empty for all.
  ///   - after: the record after which the page begins; nil for the first page.
  ///   - limit: the number of objects on the page.
  /// - Returns: the objects, the number of all objects, and where the next page begins: nil at the end. A page may have fewer objects although there
  ///   are more.
  package func observedObjects(
    search: String, after: UInt32?, limit: Int
  ) -> (objects: [ObservedObject], total: Int, next: UInt32?) {
    store.objects(search: search, after: after, limit: limit)
  }

  /// An object with its fields, the watchers that read it, and some of the objects that refer to it; nil if the cache does not contain it.
  package func observedObject(_ key: String) -> (
    object: ObservedObject, fields: [ObservedField], watchers: [(number: Int, name: String)],
    referrers: [String]
  )? {
    store.object(key)
  }

  /// All watchers, the oldest first.
  package var observedWatchers: [ObservedWatcher] {
    store.watchers.summaries.map { watcher in
      var root: String?
      if case .object(let key) = watcher.root { root = key }
      return ObservedWatcher(
        number: watcher.number, name: watcher.source.name, variables: watcher.source.key.variables,
        root: root,
        objectCount: watcher.objectCount)
    }
  }

  /// All optimistic layers, the lowest first.
  package var observedLayers: [ObservedLayer] { store.observedLayers }
}

extension CacheStore {
  private static var shownKeys: Int { 100 }

  fileprivate var observedLayers: [ObservedLayer] {
    writers.lock()
    defer { writers.unlock() }
    return layers.sorted { $0.key < $1.key }.map { number, layer in
      let trace = pending.layerIndex.traces[number]
      func keys(_ records: some Collection<UInt32>) -> [String] {
        records.sorted().prefix(Self.shownKeys).map(table.keys.text)
      }
      return ObservedLayer(
        number: number, name: layer.name, writes: keys(trace.map { Array($0.under.keys) } ?? []),
        reads: keys(trace?.reads ?? []), count: trace?.under.count ?? 0)
    }
  }
}
