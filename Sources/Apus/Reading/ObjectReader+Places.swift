// Going back.
extension ObjectReader {
  /// Where the reader stands, to go on from there after a look ahead, or after an error within a member.
  struct Place {
    let p: UnsafePointer<UInt8>
    let frame: ObjectFrame
    let frameCount: Int
    let memberCount: Int
    let depth: Int

    init(_ reader: borrowing ObjectReader) {
      p = reader.p
      frame = reader.frame
      frameCount = reader.frameCount
      memberCount = reader.memberCount
      depth = reader.depth
    }
  }

  mutating func returnTo(_ place: Place) {
    while frameCount > place.frameCount {
      frame.names?.destroy()
      frameCount &-= 1
      frame = frames[frameCount]
    }
    // What it knows of members that are met again would be of no list.
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
  }
}
