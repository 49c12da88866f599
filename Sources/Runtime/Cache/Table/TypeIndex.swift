/// The records of each type: its objects and, for a root type, its root fields.
///
/// A search through all keys would take longer the more objects of other types there are. New keys enter the index when it is asked, so that
/// adding one costs nothing.
struct TypeIndex {
  private struct Entry {
    var records: [UInt32] = []
    /// The value of ``RecordTable/releaseCount`` when all of them were of the type, in order.
    var releases = 0
  }

  private var entries: [TextBytes: Entry] = [:]
  /// The place up to which keys are in the index.
  private(set) var place = KeyPlace()

  /// The number of records in the index, some perhaps several times or under the type of an earlier key.
  var count: Int { entries.values.reduce(0) { $0 + $1.records.count } }

  /// The records of types, in ascending order.
  mutating func records(of types: Set<String>, _ table: RecordTable) -> [UInt32] {
    add(table)
    let found = types.compactMap { records(of: TextBytes(Array($0.utf8)), table) }
    return found.count == 1 ? found[0] : found.joined().sorted()
  }

  private mutating func records(of type: TextBytes, _ table: RecordTable) -> [UInt32]? {
    guard var entry = entries[type] else { return nil }
    if entry.releases == table.releaseCount { return entry.records }
    // Ids may have been released, and used again for other types or for this one.
    entry.records = Set(entry.records).filter {
      CacheGroup.typeName(of: table.keys.bytes($0)).elementsEqual(type.bytes)
    }.sorted()
    entry.releases = table.releaseCount
    entries[type] = entry
    return entry.records
  }

  private mutating func add(_ table: RecordTable) {
    var type: [UInt8] = []
    // Neighbours are mostly of one type.
    var run: [UInt32] = []
    let keys = table.keys
    // These are in no order, and may be known already.
    let isMixed = place.reused != table.reused.count
    for id in table.records(since: place) {
      let found = CacheGroup.typeName(of: keys.bytes(id))
      if !found.elementsEqual(type) {
        take(run, type, isMixed: isMixed, table)
        (type, run) = (Array(found), [])
      }
      run.append(id)
    }
    take(run, type, isMixed: isMixed, table)
    place = table.keyPlace
  }

  private mutating func take(_ run: [UInt32], _ type: [UInt8], isMixed: Bool, _ table: RecordTable) {
    if run.isEmpty { return }
    entries[TextBytes(type), default: Entry()].records += run
    if isMixed { entries[TextBytes(type)]?.releases = -1 }
    // The records of a type that nobody asks for would otherwise grow with each key that gets a used id.
    let count = entries[TextBytes(type)]?.records.count ?? 0
    if isMixed, count > 2 * table.count { _ = records(of: TextBytes(type), table) }
  }
}
