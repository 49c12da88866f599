/// How old what was read is.
struct ReadAge: Sendable {
  /// When the oldest field was written.
  private(set) var oldest = UInt32.max
  /// When the first limit is exceeded.
  var expiry = UInt32.max

  @inline(__always) mutating func note(_ time: UInt32, _ limit: UInt32) {
    if time < oldest { oldest = time }
    if limit != CacheTime.noLimit, time &+ limit < expiry { expiry = time &+ limit }
  }

  /// Whether something of it was invalidated.
  var isInvalid: Bool { oldest == CacheTime.never }

  /// Whether it should be asked for again.
  ///
  /// - Parameter limit: how old it may be, instead of what is configured.
  func isStale(_ now: UInt32, _ limit: UInt32?) -> Bool {
    guard oldest != UInt32.max else { return false }
    return isInvalid || now > (limit.map { oldest &+ min($0, CacheTime.longest) } ?? expiry)
  }

  /// In how many seconds it will be stale; nil where nothing limits it.
  func secondsLeft(_ now: UInt32, _ limit: UInt32?) -> UInt32? {
    guard oldest != UInt32.max, !isInvalid else { return nil }
    let end = limit.map { oldest &+ min($0, CacheTime.longest) } ?? expiry
    return end == UInt32.max ? nil : end > now ? end - now : 0
  }

  /// The age in seconds.
  func seconds(_ now: UInt32) -> UInt32 { oldest == UInt32.max || now < oldest ? 0 : now - oldest }
}
