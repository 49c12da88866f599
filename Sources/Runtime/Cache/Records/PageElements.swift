/// The identities of a page's elements, to find them in a list that may be a thousand times as long.
struct PageElements {
  private var identities: Set<ConnectionEdges.Identity> = []
  /// A bit for each record, by the last bits of its id: most records of the list are not in the page.
  private var filter = [UInt64](repeating: 0, count: 64)
  /// Whether some elements have only a cursor.
  private var hasCursors = false

  /// No elements.
  init() {}

  init(_ edges: ConnectionEdges) {
    for index in 0..<edges.count {
      guard let identity = edges.identity(index) else { continue }
      identities.insert(identity)
      if let record = identity.record {
        filter[Int(record >> 6 & 63)] |= 1 << UInt64(record & 63)
      } else {
        hasCursors = true
      }
    }
  }

  /// The elements of a list that the page has, in their order.
  func positions(in list: ConnectionEdges) -> [(index: Int, identity: ConnectionEdges.Identity)] {
    var found: [(index: Int, identity: ConnectionEdges.Identity)] = []
    if identities.isEmpty { return found }
    for index in 0..<list.count {
      if let record = list.node(index) {
        if filter[Int(record >> 6 & 63)] & (1 << UInt64(record & 63)) == 0 { continue }
      } else if !hasCursors {
        continue
      }
      if let identity = list.identity(index), identities.contains(identity) {
        found.append((index, identity))
      }
    }
    return found
  }
}
