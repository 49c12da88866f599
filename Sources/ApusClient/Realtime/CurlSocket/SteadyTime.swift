#if os(Linux)
  import Foundation

  /// An instant of the clock that `ContinuousClock` has, as a number of nanoseconds.
  ///
  /// The layout of the library's instant is not known before the program runs, so each copy of one is a call: a connection copies several for
  /// each message.
  struct SteadyTime: Comparable, Sendable {
    private var nanoseconds: Int64

    static var now: SteadyTime {
      var time = timespec()
      clock_gettime(CLOCK_BOOTTIME, &time)
      return SteadyTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    static func < (one: SteadyTime, other: SteadyTime) -> Bool { one.nanoseconds < other.nanoseconds }

    static func + (time: SteadyTime, interval: Interval) -> SteadyTime {
      SteadyTime(nanoseconds: time.nanoseconds + interval.nanoseconds)
    }

    static func - (time: SteadyTime, earlier: SteadyTime) -> Interval {
      Interval(nanoseconds: time.nanoseconds - earlier.nanoseconds)
    }

    /// How long it is until another instant, for `poll`: rounded up, and a minute at most.
    func milliseconds(until other: SteadyTime) -> Int32 {
      let left = min(max(other.nanoseconds - nanoseconds, 0), 60_000_000_000)
      return Int32((left + 999_999) / 1_000_000)
    }

    /// A duration, ten years at most.
    struct Interval: Comparable, Sendable {
      fileprivate let nanoseconds: Int64

      static let zero = Interval(nanoseconds: 0)

      fileprivate init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

      static func < (one: Interval, other: Interval) -> Bool { one.nanoseconds < other.nanoseconds }

      var duration: Duration { .nanoseconds(nanoseconds) }

      init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.asTimeout.components
        nanoseconds = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
      }
    }
  }
#endif
