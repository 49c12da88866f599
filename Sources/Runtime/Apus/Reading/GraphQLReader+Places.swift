// Backtracking.
extension GraphQLReader {
  /// A position of the reader to return to after looking ahead, or after an error inside a member.
  struct Place {
    let p: UnsafePointer<UInt8>
    let frame: ObjectFrame
    let frameCount: Int
    let memberCount: Int
    let depth: Int
    let source: (any DecoderSource)?

    init(_ reader: borrowing GraphQLReader) {
      p = reader.p
      frame = reader.frame
      frameCount = reader.frameCount
      memberCount = reader.memberCount
      depth = reader.depth
      source = reader.source
    }
  }

  mutating func returnTo(_ place: Place) {
    while frameCount > place.frameCount {
      frame.names?.destroy()
      frameCount &-= 1
      frame = frames[frameCount]
    }
    // Its entries for members that will be found again would no longer match the list.
    if memberCount != place.memberCount {
      frame.names?.destroy()
      frame.names = nil
    }
    let names = frame.names
    frame = place.frame
    frame.names = names
    p = place.p
    memberCount = place.memberCount
    depth = place.depth
    source = place.source
  }
}
