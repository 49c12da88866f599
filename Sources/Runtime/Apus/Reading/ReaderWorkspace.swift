/// A reader's initial memory in one allocation. Several allocations would take up to a sixth of the time to read a
/// small response.
///
/// It is small enough that allocators keep blocks of its size ready. A part that turns out too small is replaced by
/// separate memory.
struct ReaderWorkspace {
  private static let (frameCount, memberCount, textCount, extentCount) = (8, 24, 128, 4)
  private static let byteCount = 1024

  private let start = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 16)

  /// Frees the memory. Call it once.
  func deallocate() { start.deallocate() }

  /// The objects that enclose the entered one.
  var frames: (UnsafeMutablePointer<ObjectFrame>, Int) { (place(0), Self.frameCount) }

  /// The names of members.
  var members: (UnsafeMutablePointer<UnsafePointer<UInt8>>, Int) {
    (place(Self.membersStart), Self.memberCount)
  }

  /// Containers that were skipped.
  var extents: (UnsafeMutablePointer<KnownContainers.Extent>, Int) {
    (place(Self.extentsStart), Self.extentCount)
  }

  /// A string with escapes.
  var text: (UnsafeMutablePointer<UInt8>, Int) { (place(Self.textStart), Self.textCount) }

  /// Elements of lists, which get the rest.
  var elements: Range<UnsafeMutableRawPointer> { start + Self.elementsStart..<start + Self.byteCount }

  // The size of each of these parts is a multiple of eight bytes.
  private static var membersStart: Int { frameCount * MemoryLayout<ObjectFrame>.stride }
  private static var extentsStart: Int {
    membersStart + memberCount * MemoryLayout<UnsafePointer<UInt8>>.stride
  }
  private static var textStart: Int {
    extentsStart + extentCount * MemoryLayout<KnownContainers.Extent>.stride
  }
  private static var elementsStart: Int { textStart + textCount }

  private func place<Element>(_ offset: Int) -> UnsafeMutablePointer<Element> {
    (start + offset).assumingMemoryBound(to: Element.self)
  }
}

extension UnsafeMutablePointer {
  /// Moves the first `count` elements to larger memory.
  ///
  /// - Parameter first: the initial memory, which someone else owns.
  mutating func grow(_ count: Int, to capacity: Int, from first: Self? = nil) {
    let grown = Self.allocate(capacity: capacity)
    grown.moveInitialize(from: self, count: count)
    if self != first { deallocate() }
    self = grown
  }
}
