/// A reader's initial memory in one allocation. Several allocations would take up to a sixth of the time to read a
/// small response.
///
/// It is small enough that allocators keep blocks of its size ready. A part that turns out too small is replaced by
/// separate memory.
struct ReaderWorkspace {
  private static let (frameCount, memberCount, textCount, extentCount) = (8, 24, 128, 4)
  private static let byteCount = 1024

  private let start: UnsafeMutableRawPointer
  private let isEmpty: Bool

  /// Memory for a reader of bytes.
  static func make() -> ReaderWorkspace {
    ReaderWorkspace(start: .allocate(byteCount: byteCount, alignment: 16), isEmpty: false)
  }

  /// An empty workspace, for a reader that reads from a decoder.
  static var nothing: ReaderWorkspace {
    // Never written to.
    let nothing: StaticString = ""
    return ReaderWorkspace(start: UnsafeMutableRawPointer(mutating: nothing.utf8Start), isEmpty: true)
  }

  /// Frees the memory. Call it once.
  func deallocate() {
    if !isEmpty { start.deallocate() }
  }

  /// The objects that enclose the entered one.
  var frames: (UnsafeMutablePointer<ObjectFrame>, Int) { (place(0), isEmpty ? 0 : Self.frameCount) }

  /// The names of members.
  var members: (UnsafeMutablePointer<UnsafePointer<UInt8>>, Int) {
    (place(Self.membersStart), isEmpty ? 0 : Self.memberCount)
  }

  /// Containers that were skipped.
  var extents: (UnsafeMutablePointer<KnownContainers.Extent>, Int) {
    (place(Self.extentsStart), isEmpty ? 0 : Self.extentCount)
  }

  /// A string with escapes.
  var text: (UnsafeMutablePointer<UInt8>, Int) { (place(Self.textStart), isEmpty ? 0 : Self.textCount) }

  /// Elements of lists, which get the rest.
  var elements: Range<UnsafeMutableRawPointer> {
    isEmpty ? start..<start : start + Self.elementsStart..<start + Self.byteCount
  }

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
    (isEmpty ? start : start + offset).assumingMemoryBound(to: Element.self)
  }
}
