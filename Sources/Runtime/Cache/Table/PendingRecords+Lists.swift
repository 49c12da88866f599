/// The changes of lists in a transaction, and the fields in which they may have to be made again.
extension PendingRecords {
  /// Notes a change, to make it again in lists that responses to earlier requests bring. The changes of a layer are made again with the layer.
  func note(_ change: ListChange, of lists: GraphQLCacheLists) {
    if !isInLayer { listChanges.append((lists, change)) }
  }

  func takeListChanges() -> [(lists: GraphQLCacheLists, change: ListChange)] {
    defer { listChanges = [] }
    return listChanges
  }

  /// How many writes were noted.
  struct Mark {
    fileprivate let whole, parts: Int
  }

  var mark: Mark { Mark(whole: whole.count, parts: parts.count) }

  /// The fields that were written since, by record.
  func fields(writtenSince mark: Mark) -> [UInt32: Set<UInt32>] {
    var fields: [UInt32: Set<UInt32>] = [:]
    for id in whole[mark.whole...] { fields[id, default: []].formUnion(blob(id)?.fields ?? []) }
    for part in parts[mark.parts...] { fields[part.record, default: []].insert(part.field) }
    return fields
  }
}
