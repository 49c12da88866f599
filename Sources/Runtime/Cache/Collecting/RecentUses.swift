/// Records in the order of their last use, as a binary heap: sorting all at once would hold the lock for too long.
struct RecentUses {
  /// The time of use in the upper half, the record in the lower one: among records written at the same time, the root has the highest number, unless
  /// ids are used again.
  private var heap: [UInt64] = []

  mutating func add(_ record: UInt32, use: UInt32) {
    heap.append(UInt64(use) << 32 | UInt64(record))
    var child = heap.count - 1
    while child > 0, heap[(child - 1) / 2] < heap[child] {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  /// Removes and returns the record that was used last; nil if there is none.
  mutating func takeLatest() -> UInt32? {
    guard let latest = heap.first, let last = heap.popLast() else { return nil }
    if !heap.isEmpty {
      heap[0] = last
      var parent = 0
      while true {
        var largest = parent
        for child in 2 * parent + 1...2 * parent + 2 where child < heap.count && heap[largest] < heap[child] {
          largest = child
        }
        if largest == parent { break }
        heap.swapAt(parent, largest)
        parent = largest
      }
    }
    return UInt32(truncatingIfNeeded: latest)
  }
}
