// Whether an object has what variables decide on. A response shows at its root which variables are true: `__if_x` or `__unless_x`.
// What no server sent shows nothing; there each object says itself what it has.
extension ObjectReader {
  /// Whether the response's root has a marker of a variable: `__if_x` where it is true, `__unless_x` where it is false.
  public mutating func shows(_ marker: StaticString) throws -> Bool {
    if base == end { return ShownVariables.current?.contains(marker) ?? false }
    try findMarkers()
    if let value = shownValue(of: marker) { return value }
    // A response has one of a variable's two markers: it stands elsewhere, then. Some servers put members in any order.
    guard let start = shownStart else { return false }
    shown.removeAll()
    try inRoot(at: start) { reader in _ = try reader.collectMarkers(isOrdered: false) }
    shownStart = nil
    return shownValue(of: marker) ?? false
  }

  /// Whether a variable is as a marker says, by the markers that were found; nil if none of them is the variable's.
  private func shownValue(of marker: StaticString) -> Bool? {
    let (text, count) = (marker.utf8Start, marker.utf8CodeUnitCount)
    for name in shown where isPlainName(name, text, count) { return true }
    let isTrue = count > 2 && text[2] == Self.trueStem.utf8Start[2]
    let (own, other) = isTrue ? (Self.trueStem, Self.falseStem) : (Self.falseStem, Self.trueStem)
    let stem = own.utf8CodeUnitCount
    for name in shown where begins(name, other) {
      // The byte before the variable's name is the stem's last, in the place of a quote.
      if isPlainName(name + other.utf8CodeUnitCount, text + stem, count &- stem) { return false }
    }
    return nil
  }

  /// Whether the object has a property whose member it may have for another's sake.
  ///
  /// - Parameters:
  ///   - key: the member's name.
  ///   - condition: whether the variables that the response shows say so.
  ///   - marker: a member that objects have which were written without the property.
  public mutating func has(
    _ key: StaticString, when condition: Bool, unless marker: StaticString
  ) throws -> Bool {
    if condition { return true }
    if try showsVariables() { return false }
    return try has(key) && !hasNote(marker)
  }

  /// Whether the object has a fragment's property.
  ///
  /// - Parameters:
  ///   - marker: a member that objects have which were written with the property.
  ///   - condition: whether the variables that the response shows say so.
  public mutating func has(_ marker: StaticString, when condition: Bool) throws -> Bool {
    if condition { return true }
    if try showsVariables() { return false }
    return try hasNote(marker)
  }

  /// Whether the object's `__typename` is one of these.
  public mutating func isOf(_ types: StaticString...) throws -> Bool {
    guard try has("__typename") else { return false }
    let name = try typename()
    for type in types where type ~= name { return true }
    return false
  }

  private mutating func showsVariables() throws -> Bool {
    if base == end { return ShownVariables.current?.isEmpty == false }
    try findMarkers()
    return !shown.isEmpty
  }

  /// Makes the object that is entered next the root that shows variables: the data of a response.
  mutating func enterRootNext() { rootFrame = frameCount &+ 1 }

  // MARK: - Finding the markers

  /// Looks for markers in the root, once: they come first in it, unless members were put in another order.
  private mutating func findMarkers() throws {
    guard rootFrame <= frameCount else { return }
    let root = rootFrame == frameCount ? frame.start : frames[rootFrame].start
    if root == shownOf { return }
    shownOf = root
    shown.removeAll()
    shownStart = nil
    try inRoot(at: root) { reader in try reader.findMarkers(from: root) }
  }

  private mutating func findMarkers(from root: UnsafePointer<UInt8>) throws {
    if try findFirstMarkers() { return }
    // A subscription's root has one field, and the markers are in its selection.
    p = root
    if p.pointee == JSONByte.quote {
      _ = try skipName()
      if try enterFirstObject(), try findFirstMarkers() { return }
    }
    p = root
    let isAlone = try collectMarkers(isOrdered: false) == 1
    if shown.isEmpty, isAlone {
      p = root
      _ = try skipName()
      if try enterFirstObject() { try collectMarkers(isOrdered: false) }
    }
  }

  /// Collects the markers that the members from here on begin with.
  ///
  /// - Returns: whether there is one.
  private mutating func findFirstMarkers() throws -> Bool {
    let start = p
    try collectMarkers(isOrdered: true)
    if !shown.isEmpty { shownStart = start }
    return !shown.isEmpty
  }

  /// Goes elsewhere in the root, and comes back.
  private mutating func inRoot(
    at start: UnsafePointer<UInt8>, _ body: (inout ObjectReader) throws -> Void
  ) throws {
    let place = (p, frame.resume, depth)
    frame.resume = nil
    depth = rootFrame
    defer { (p, frame.resume, depth) = place }
    p = start
    try body(&self)
  }

  /// Collects the markers among the members from here on.
  ///
  /// - Parameter isOrdered: whether to stop at the first that is none, nor any other whose name a client makes: where members are
  ///   sorted, as the states of a response in parts are, the markers of parts stand between these.
  /// - Returns: how many members there are.
  @discardableResult
  private mutating func collectMarkers(isOrdered: Bool) throws -> Int {
    var count = 0
    while p.pointee == JSONByte.quote {
      let name = p
      count += 1
      _ = try skipName()
      let isMarker = begins(name, Self.trueStem) || begins(name, Self.falseStem)
      if isMarker {
        shown.append(name)
      } else if isOrdered, !begins(name, Self.stem) {
        return count
      }
      try skipValue()
      try endMember()
    }
    return count
  }

  private func begins(_ name: UnsafePointer<UInt8>, _ stem: StaticString) -> Bool {
    let count = stem.utf8CodeUnitCount
    return name + (count &+ 2) <= end && Self.equal(name + 1, stem.utf8Start, count)
  }

  private static let stem: StaticString = "__"
  private static let trueStem: StaticString = "__if_"
  private static let falseStem: StaticString = "__unless_"

  /// Goes from a value into the first object that it is or holds in lists.
  ///
  /// - Returns: whether there is one.
  private mutating func enterFirstObject() throws -> Bool {
    while p.pointee == JSONByte.openBracket {
      p += 1
      skipWhitespace()
      while p.pointee != JSONByte.openBrace, p.pointee != JSONByte.openBracket {
        guard p.pointee != JSONByte.closeBracket else { return false }
        try skipValue()
        skipWhitespace()
        guard p.pointee == JSONByte.comma else { return false }
        p += 1
        skipWhitespace()
      }
    }
    guard p.pointee == JSONByte.openBrace else { return false }
    p += 1
    skipWhitespace()
    return true
  }
}
