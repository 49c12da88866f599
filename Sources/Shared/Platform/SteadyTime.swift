#if os(Linux)
  /// An instant of the same clock as `ContinuousClock`, as a number of nanoseconds.
  ///
  /// The layout of the standard library's instant is only known at run time, so each copy is a call, and a connection copies several for each
  /// message.
  package struct SteadyTime: Comparable, Sendable {
    private var nanoseconds: Int64

    package static var now: SteadyTime {
      var time = timespec()
      clock_gettime(CLOCK_BOOTTIME, &time)
      return SteadyTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    package static func < (one: SteadyTime, other: SteadyTime) -> Bool { one.nanoseconds < other.nanoseconds }

    package static func + (time: SteadyTime, interval: Interval) -> SteadyTime {
      SteadyTime(nanoseconds: time.nanoseconds + interval.nanoseconds)
    }

    package static func - (time: SteadyTime, earlier: SteadyTime) -> Interval {
      Interval(nanoseconds: time.nanoseconds - earlier.nanoseconds)
    }

    /// The milliseconds until another instant, for `poll`: rounded up, and at most a minute.
    package func milliseconds(until other: SteadyTime) -> Int32 {
      let left = min(max(other.nanoseconds - nanoseconds, 0), 60_000_000_000)
      return Int32((left + 999_999) / 1_000_000)
    }

    /// A duration of at most ten years.
    package struct Interval: Comparable, Sendable {
      fileprivate let nanoseconds: Int64

      package static let zero = Interval(nanoseconds: 0)

      fileprivate init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

      package static func < (one: Interval, other: Interval) -> Bool { one.nanoseconds < other.nanoseconds }

      package var duration: Duration { .nanoseconds(nanoseconds) }

      package init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.asTimeout.components
        nanoseconds = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
      }
    }
  }
#endif
