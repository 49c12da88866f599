/// Records where skipped objects and lists end, so that none is skipped byte by byte twice.
///
/// Members that are out of order are skipped when an outer object is searched, and again within each object inside.
struct KnownContainers {
  struct Extent {
    fileprivate var start: UnsafePointer<UInt8>
    /// Nil while the container is open.
    fileprivate var end: UnsafePointer<UInt8>?
    /// The index of the enclosing container.
    fileprivate var outer: Int
  }

  /// Sorted by start, which is the order in which they are found.
  private var extents: UnsafeMutablePointer<Extent>
  private var count = 0
  private var capacity: Int
  /// The initial memory, which is not owned.
  private let first: UnsafeMutablePointer<Extent>
  /// The innermost open container.
  private var open = -1
  /// The container that was looked up last; the next one is usually nearby.
  private var last = 0

  /// The minimum length in bytes; skipping a shorter container is as fast as looking it up.
  private static let shortest = 32

  /// - Parameter memory: the initial memory, which the caller still owns.
  init(_ memory: (UnsafeMutablePointer<Extent>, Int)) {
    (extents, capacity) = memory
    first = memory.0
  }

  /// Frees the memory. Call it once.
  func deallocate() {
    if extents != first { extents.deallocate() }
  }

  /// Records that a container begins.
  @inline(__always) mutating func begin(at start: UnsafePointer<UInt8>) {
    if count == capacity { grow() }
    (extents + count).initialize(to: Extent(start: start, end: nil, outer: open))
    open = count
    count &+= 1
  }

  /// Records that the innermost open container ends before `end`.
  @inline(__always) mutating func finish(at end: UnsafePointer<UInt8>) {
    let position = open
    open = extents[position].outer
    if position == count &- 1, end - extents[position].start < Self.shortest {
      count = position
    } else {
      extents[position].end = end
    }
  }

  /// The byte after a container's closing bracket; nil if it was not recorded.
  mutating func end(of start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
    var low = 0
    var high = count
    let near = 16
    if last < count {
      if extents[last].start <= start {
        low = last
        if last &+ near < high, extents[last &+ near].start > start { high = last &+ near }
      } else {
        high = last
        if last >= near, extents[last &- near].start <= start { low = last &- near }
      }
    }
    while high &- low > 1 {
      let middle = (low &+ high) >> 1
      if extents[middle].start <= start { low = middle } else { high = middle }
    }
    last = low
    return low < count && extents[low].start == start ? extents[low].end : nil
  }

  @inline(never) private mutating func grow() {
    capacity = max(16, capacity * 2)
    extents.grow(count, to: capacity, from: first)
  }
}
