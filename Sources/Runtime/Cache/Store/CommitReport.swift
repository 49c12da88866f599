/// Tells an observer of a commit and of the watchers that it affects. The caller holds ``CacheStore/writers``.
struct CommitReport {
  private let observer: any CacheObserver
  private let names: ObservedNames
  private let write: Int?
  private let causes: [Int: (first: [RecordChange], count: Int)]

  /// How many changes are listed for each watcher.
  private static let limit = 10

  init(
    _ observer: any CacheObserver, _ source: ObservedSource?, _ changes: [RecordChange],
    _ invalid: [RecordChange], _ store: CacheStore
  ) {
    self.observer = observer
    names = ObservedNames(store.table.keys, store.names, store.readers)
    let source = source ?? ObservedSource(kind: .transaction)
    let isWrite = !changes.isEmpty || source.kind == .cleared
    write = isWrite ? observer.wrote(source, changes, in: names) : nil
    causes =
      store.watchers.isEmpty
      ? [:] : store.watchers.causes(of: changes + invalid, store.table, limit: Self.limit)
  }

  func note(_ number: Int, _ watcher: Watcher, _ signal: WatchSignal) {
    let kind: ObservedUpdate.Kind =
      switch signal {
      case .text: .changed
      case .incomplete: .incomplete
      case .invalidated: .invalidated
      case .cleared: .cleared
      }
    var update = ObservedUpdate(watcher: number, name: watcher.source.name, kind: kind, write: write)
    if let cause = causes[number] { (update.changes, update.count) = (cause.first, cause.count) }
    observer.updated(update, in: names)
  }
}
