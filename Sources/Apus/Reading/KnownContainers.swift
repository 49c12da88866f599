/// Where the objects and lists end that were passed over, so that none is passed over byte by byte twice.
///
/// Members out of order are passed over when an outer object is searched, and again with each object in it.
struct KnownContainers {
  struct Extent {
    fileprivate var start: UnsafePointer<UInt8>
    /// Nil while the container is open.
    fileprivate var end: UnsafePointer<UInt8>?
    /// The position of the container around it.
    fileprivate var outer: Int
  }

  /// Ordered by their start, as they are met.
  private var extents: UnsafeMutablePointer<Extent>
  private var count = 0
  private var capacity: Int
  /// The memory that is not its own.
  private let first: UnsafeMutablePointer<Extent>
  /// The innermost open container.
  private var open = -1
  /// The container that was looked up last: the next one is near.
  private var last = 0

  /// A shorter container is passed over as fast as it is looked up.
  private static let shortest = 32

  /// - Parameter memory: where to begin; it stays the caller's.
  init(_ memory: (UnsafeMutablePointer<Extent>, Int)) {
    (extents, capacity) = memory
    first = memory.0
  }

  /// Frees the memory. To be called once.
  func deallocate() {
    if extents != first { extents.deallocate() }
  }

  /// Notes that a container begins.
  @inline(__always) mutating func begin(at start: UnsafePointer<UInt8>) {
    if count == capacity { grow() }
    (extents + count).initialize(to: Extent(start: start, end: nil, outer: open))
    open = count
    count &+= 1
  }

  /// Notes that the innermost open container has ended before `end`.
  @inline(__always) mutating func finish(at end: UnsafePointer<UInt8>) {
    let position = open
    open = extents[position].outer
    if position == count &- 1, end - extents[position].start < Self.shortest {
      count = position
    } else {
      extents[position].end = end
    }
  }

  /// The byte after a container's closing bracket; nil when it was not noted.
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
    let grownCapacity = max(16, capacity * 2)
    let grown = UnsafeMutablePointer<Extent>.allocate(capacity: grownCapacity)
    grown.moveInitialize(from: extents, count: count)
    if extents != first { extents.deallocate() }
    extents = grown
    capacity = grownCapacity
  }
}
