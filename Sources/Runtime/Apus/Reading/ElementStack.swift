/// Memory for the elements of lists that are being read, because their number is not known yet.
///
/// It is a stack because lists nest: the contents of an element are read after the element's own slot. Allocating
/// memory for each list separately would take longer than reading the elements.
struct ElementStack {
  /// The memory of one list's elements.
  struct Place {
    let start: UnsafeMutableRawPointer
    /// The end of the chunk that contains them.
    let limit: UnsafeMutableRawPointer
  }

  /// The last chunk: the address of the previous one, followed by elements. Nil while the caller's memory suffices.
  private var chunk: UnsafeMutableRawPointer?
  /// The end of the used part of the chunk.
  private var top: UnsafeMutableRawPointer
  private var limit: UnsafeMutableRawPointer

  private static let header = 16

  /// - Parameter memory: the initial memory, which the caller still owns.
  init(_ memory: Range<UnsafeMutableRawPointer>) {
    top = memory.lowerBound
    limit = memory.upperBound
  }

  /// Frees the memory. Call it once, when no list is open.
  func deallocate() {
    var next = chunk
    while let chunk = next {
      next = chunk.load(as: UnsafeMutableRawPointer?.self)
      chunk.deallocate()
    }
  }

  /// The place for a new list.
  @inline(__always) func open(alignment: Int) -> Place {
    Place(start: top.alignedUp(toMultipleOf: alignment), limit: limit)
  }

  /// Records where a list currently ends, before its next element is read, or that the list is done.
  @inline(__always) mutating func setEnd(_ end: UnsafeMutableRawPointer, of place: Place) {
    // If nested lists have started another chunk since, nothing follows this list's elements in theirs.
    if place.limit == limit { top = end }
  }

  /// Moves a list's elements to memory with twice the capacity.
  mutating func grow<Element>(_ place: Place, _ type: Element.Type, count: Int) -> Place {
    let header = max(Self.header, MemoryLayout<Element>.alignment)
    let capacity = max(4096, header + (count + 1) * MemoryLayout<Element>.stride * 2)
    let grown = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: header)
    let start = grown + header
    let elements = place.start.assumingMemoryBound(to: Element.self)
    start.bindMemory(to: Element.self, capacity: count).moveInitialize(from: elements, count: count)
    if place.limit == limit, let chunk, place.start == chunk + Self.header {
      // The chunk only contained this list.
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
