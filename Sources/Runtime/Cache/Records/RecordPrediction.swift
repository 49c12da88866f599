/// Predicts the record that a response names next.
///
/// When a response is repeated, it names its objects in the order of their ids, except for those it names often. So two sequences are
/// followed: the record last predicted, and the record after the last lookup. A prediction costs a comparison; a lookup waits for two
/// cache misses.
struct RecordPrediction {
  private var next: UInt32 = 0
  private var other: UInt32 = 0

  /// The record of a key, if it is one of the two predicted.
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

  /// Continues after a record that had to be looked up.
  @inline(__always) mutating func note(_ id: UInt32) { other = id &+ 1 }
}
