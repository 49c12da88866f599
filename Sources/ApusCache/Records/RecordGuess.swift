/// Guesses which record a response names next.
///
/// A response that comes again names its objects in the order of their numbers, but for those that it names often. So two
/// runs are followed: the one that was guessed last, and the one that begins behind a record that had to be looked up. A
/// guess costs a comparison; a look-up waits for two places of memory that are nowhere near each other.
struct RecordGuess {
  private var next: UInt32 = 0
  private var other: UInt32 = 0

  /// The record of a key, when it is one of the two.
  @inline(__always) mutating func find(_ key: UnsafeRawBufferPointer, _ keys: Interner) -> UInt32? {
    let id = next
    if keys.isText(key, id) {
      next = id &+ 1
      return id
    }
    let second = other
    guard keys.isText(key, second) else { return nil }
    other = id
    next = second &+ 1
    return second
  }

  /// Notes a record that was looked up.
  @inline(__always) mutating func note(_ id: UInt32) { other = id &+ 1 }
}
