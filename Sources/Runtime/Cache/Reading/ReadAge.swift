/// The age of data that was read.
struct ReadAge: Sendable {
  /// The time when the oldest field was written.
  private(set) var oldest = UInt32.max
  /// The time when the newest field was written, and the newest one with a maximum age.
  private var newest = CacheTime.never
  private var newestLimited = CacheTime.never
  /// The time when the first maximum age is exceeded.
  var expiry = UInt32.max

  @inline(__always) mutating func note(_ time: UInt32, _ limit: UInt32) {
    if time < oldest { oldest = time }
    if time > newest { newest = time }
    if limit == CacheTime.noLimit { return }
    if time > newestLimited { newestLimited = time }
    if time &+ limit < expiry { expiry = time &+ limit }
  }

  /// Whether any of it was invalidated.
  var isInvalid: Bool { oldest == CacheTime.never }

  /// Whether it should be fetched again.
  ///
  /// - Parameter limit: the maximum age in seconds; nil for the configured one.
  func isStale(_ now: UInt32, _ limit: UInt32?) -> Bool {
    guard oldest != UInt32.max else { return false }
    return isInvalid || isFromFuture(now, limit)
      || now > (limit.map { oldest &+ min($0, CacheTime.longest) } ?? expiry)
  }

  /// Whether something that has a maximum age was written when the clock was ahead: its age is not known, so it counts as stale.
  private func isFromFuture(_ now: UInt32, _ limit: UInt32?) -> Bool {
    CacheTime.isFuture(limit == nil ? newestLimited : newest, now)
  }

  /// The seconds until it is stale; nil if it never will be.
  func secondsLeft(_ now: UInt32, _ limit: UInt32?) -> UInt32? {
    guard oldest != UInt32.max, !isInvalid else { return nil }
    if isFromFuture(now, limit) { return 0 }
    let end = limit.map { oldest &+ min($0, CacheTime.longest) } ?? expiry
    return end == UInt32.max ? nil : end > now ? end - now : 0
  }

  func seconds(_ now: UInt32) -> UInt32 { oldest == UInt32.max || now < oldest ? 0 : now - oldest }
}
