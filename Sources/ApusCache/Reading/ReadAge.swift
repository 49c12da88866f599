/// The age of what was read.
struct ReadAge: Sendable {
  /// The time when the oldest field was written.
  private(set) var oldest = UInt32.max
  /// The time when the first maximum age is exceeded.
  var expiry = UInt32.max

  @inline(__always) mutating func note(_ time: UInt32, _ limit: UInt32) {
    if time < oldest { oldest = time }
    if limit != CacheTime.noLimit, time &+ limit < expiry { expiry = time &+ limit }
  }

  /// Whether any of it was invalidated.
  var isInvalid: Bool { oldest == CacheTime.never }

  /// Whether it should be fetched again.
  ///
  /// - Parameter limit: the maximum age in seconds; nil for the configured one.
  func isStale(_ now: UInt32, _ limit: UInt32?) -> Bool {
    guard oldest != UInt32.max else { return false }
    return isInvalid || now > (limit.map { oldest &+ min($0, CacheTime.longest) } ?? expiry)
  }

  /// The seconds until it is stale; nil if it never will be.
  func secondsLeft(_ now: UInt32, _ limit: UInt32?) -> UInt32? {
    guard oldest != UInt32.max, !isInvalid else { return nil }
    let end = limit.map { oldest &+ min($0, CacheTime.longest) } ?? expiry
    return end == UInt32.max ? nil : end > now ? end - now : 0
  }

  func seconds(_ now: UInt32) -> UInt32 { oldest == UInt32.max || now < oldest ? 0 : now - oldest }
}
