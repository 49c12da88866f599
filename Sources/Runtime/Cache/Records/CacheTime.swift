import ApusPlatform

/// Times in whole seconds since 2020, in 31 bits.
enum CacheTime {
  /// Older than any time: the time of invalidated fields.
  static let never: UInt32 = 0
  /// No maximum age.
  static let noLimit = UInt32.max
  /// The longest maximum age: added to any time, it fits in 32 bits.
  static let longest = UInt32(Int32.max)
  private static let start: Double = 1_577_836_800

  /// The difference between clocks in seconds beyond which a time counts as future.
  private static let tolerance: UInt32 = 60

  static func isFuture(_ time: UInt32, _ now: UInt32) -> Bool { time > now &+ tolerance }

  static func seconds(_ date: Date) -> UInt32 {
    let seconds = date.timeIntervalSince1970 - start
    return seconds >= 1 ? UInt32(min(seconds, Double(Int32.max))) : 1
  }

  static func seconds(_ duration: Duration) -> UInt32 {
    let seconds = duration.components.seconds
    return seconds <= 0 ? 0 : UInt32(min(seconds, Int64(Int32.max)))
  }
}
