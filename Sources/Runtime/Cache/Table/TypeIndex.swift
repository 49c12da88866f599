/// The records of each type: its objects and, for a root type, its root fields.
///
/// A search through all keys would take longer the more objects of other types there are. New keys enter the index when it is asked, so that
/// adding one costs nothing.
struct TypeIndex {
  private var records: [TextBytes: [UInt32]] = [:]
  /// The number of records whose keys are in the index.
  private(set) var count = 0

  /// The records of types, in ascending order.
  mutating func records(of types: Set<String>, _ keys: Interner) -> [UInt32] {
    add(keys)
    let found = types.compactMap { records[TextBytes(Array($0.utf8))] }
    return found.count == 1 ? found[0] : found.joined().sorted()
  }

  private mutating func add(_ keys: Interner) {
    var type: [UInt8] = []
    // Neighbours are mostly of one type.
    var run: [UInt32] = []
    for id in UInt32(count)..<UInt32(max(keys.count, count)) {
      let found = CacheGroup.typeName(of: keys.bytes(id))
      if !found.elementsEqual(type) {
        take(run, type)
        (type, run) = (Array(found), [])
      }
      run.append(id)
    }
    take(run, type)
    count = keys.count
  }

  private mutating func take(_ run: [UInt32], _ type: [UInt8]) {
    if !run.isEmpty { records[TextBytes(type), default: []] += run }
  }
}
