/// The reasons of updates, for an observer of the cache.
extension Watchers {
  /// The changes that affect each watcher: the first of them, and their number.
  ///
  /// - Parameters:
  ///   - table: the table, some keys of which may be new.
  ///   - limit: how many changes are listed for each watcher.
  func causes(
    of changes: [RecordChange], _ table: RecordTable, limit: Int
  ) -> [Int: (first: [RecordChange], count: Int)] {
    var found: [Int: (first: [RecordChange], count: Int)] = [:]
    func note(_ watcher: Int, _ record: UInt32, _ fields: [UInt32]?) {
      var entry = found[watcher] ?? ([], 0)
      entry.count += 1
      if entry.first.count < limit { entry.first.append(RecordChange(record: record, fields: fields)) }
      found[watcher] = entry
    }
    visitReaders(of: changes) { watcher, change, shape in
      note(watcher, change.record, change.fields?.filter { shape?.contains($0) ?? true })
    }
    for (id, waiting) in newlyKnown(table) { for watcher in waiting { note(watcher, id, nil) } }
    return found
  }
}
