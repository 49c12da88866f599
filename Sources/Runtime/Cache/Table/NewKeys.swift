/// A place in the order in which keys were added to a table.
struct KeyPlace: Equatable {
  /// The number of ids that were ever used.
  var count = 0
  /// The number of keys with an id that was used before.
  var reused = 0
}

/// The keys whose ids were used before: new keys are not only at the end.
struct ReusedKeys {
  /// Above this number, the older half is forgotten.
  private static let limit = 1 << 14

  /// The latest ids, in the order in which their keys were added.
  private var latest: [UInt32] = []
  private var forgotten = 0

  var count: Int { forgotten + latest.count }

  mutating func add(_ record: UInt32) {
    latest.append(record)
    if latest.count < Self.limit { return }
    latest.removeFirst(Self.limit / 2)
    forgotten += Self.limit / 2
  }

  /// The ids that were added after some others; nil if they are not known any more.
  func after(_ count: Int) -> ArraySlice<UInt32>? {
    count < forgotten ? nil : latest[(count - forgotten)...]
  }
}

extension RecordTable {
  /// The end of the keys so far.
  var keyPlace: KeyPlace { KeyPlace(count: keys.count, reused: reused.count) }

  /// The records whose keys were added since a place, perhaps with others and in any order.
  func records(since place: KeyPlace) -> [UInt32] {
    guard let reused = reused.after(place.reused) else { return Array(0..<UInt32(keys.count)) }
    return Array(reused) + (UInt32(place.count)..<UInt32(max(keys.count, place.count)))
  }
}
