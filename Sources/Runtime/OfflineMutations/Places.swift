/// Mutations, sorted by their positions in the queue.
struct Places {
  struct Place: Comparable {
    let position: Int
    let id: UInt32

    static func < (first: Place, second: Place) -> Bool {
      (first.position, first.id) < (second.position, second.id)
    }
  }

  private var places: [Place] = []
  /// The number of removed elements at the start, where most of them are.
  private var removedCount = 0

  var all: ArraySlice<Place> { places[removedCount...] }

  mutating func insert(_ place: Place) {
    // Most are added at the end.
    places.insert(place, at: places.last.map { $0 < place } ?? true ? places.count : index(place))
  }

  mutating func remove(_ place: Place) {
    let index = index(place)
    guard index < places.count, places[index] == place else { return }
    if index == removedCount { removedCount += 1 } else { places.remove(at: index) }
    if removedCount > places.count / 2 {
      places.removeFirst(removedCount)
      removedCount = 0
    }
  }

  /// The index of the first place that does not precede another.
  private func index(_ place: Place) -> Int {
    var (low, high) = (removedCount, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle] < place { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
