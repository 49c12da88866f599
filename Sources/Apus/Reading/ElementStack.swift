/// Memory for the elements of the lists that are being read, until it is known how many there are.
///
/// It is a stack, for lists stand within lists: what an element holds is read behind the element's own place. Memory of its own
/// for each list would take longer to get than the elements take to read.
struct ElementStack {
  /// Where one list's elements are.
  struct Place {
    let start: UnsafeMutableRawPointer
    /// The end of the chunk that they are in.
    let limit: UnsafeMutableRawPointer
  }

  /// The last chunk: the address of the one before it, then elements. Nil while the caller's memory is enough.
  private var chunk: UnsafeMutableRawPointer?
  /// The end of what is in use in it.
  private var top: UnsafeMutableRawPointer
  private var limit: UnsafeMutableRawPointer

  private static let header = 16

  /// - Parameter memory: where to begin; it stays the caller's.
  init(_ memory: Range<UnsafeMutableRawPointer>) {
    top = memory.lowerBound
    limit = memory.upperBound
  }

  /// Frees the memory. To be called once, when no list is open.
  func deallocate() {
    var next = chunk
    while let chunk = next {
      next = chunk.load(as: UnsafeMutableRawPointer?.self)
      chunk.deallocate()
    }
  }

  /// The place of a list that begins.
  @inline(__always) func open(alignment: Int) -> Place {
    Place(start: top.alignedUp(toMultipleOf: alignment), limit: limit)
  }

  /// Notes how far a list reaches, before its next element is read; or that it reaches nowhere any more.
  @inline(__always) mutating func setEnd(_ end: UnsafeMutableRawPointer, of place: Place) {
    // When lists within it have begun another chunk since, nothing is behind this list's elements in theirs.
    if place.limit == limit { top = end }
  }

  /// Moves a list's elements to where as many again have room.
  mutating func grow<Element>(_ place: Place, _ type: Element.Type, count: Int) -> Place {
    let header = max(Self.header, MemoryLayout<Element>.alignment)
    let capacity = max(4096, header + (count + 1) * MemoryLayout<Element>.stride * 2)
    let grown = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: header)
    let start = grown + header
    let elements = place.start.assumingMemoryBound(to: Element.self)
    start.bindMemory(to: Element.self, capacity: count).moveInitialize(from: elements, count: count)
    if place.limit == limit, let chunk, place.start == chunk + Self.header {
      // The chunk was this list's alone.
      grown.copyMemory(from: chunk, byteCount: MemoryLayout<UnsafeMutableRawPointer?>.size)
      chunk.deallocate()
    } else {
      grown.storeBytes(of: chunk, as: UnsafeMutableRawPointer?.self)
    }
    chunk = grown
    top = start
    limit = grown + capacity
    return Place(start: start, limit: limit)
  }
}
