#if os(Linux)
  import ApusPlatform

  /// Decides when to ping a silent server, and when the connection counts as lost.
  struct SilenceWatch {
    enum Due {
      case nothing
      case ping
      case giveUp
    }

    /// The time before a ping, and between pings; nil for no pings.
    private let interval: SteadyTime.Interval?
    /// The time to wait after the first ping.
    private let timeout: SteadyTime.Interval
    private var nextPing: SteadyTime?
    /// The time when the connection counts as lost; nil before a ping.
    private var end: SteadyTime?

    init(_ limits: WebSocketLimits, _ now: SteadyTime) {
      let timeout = limits.keepAlive.map { max($0, .milliseconds(10)) }
      interval = timeout.map {
        SteadyTime.Interval(min(max(limits.pingInterval ?? $0, .milliseconds(10)), $0))
      }
      self.timeout = SteadyTime.Interval(timeout ?? .zero)
      heard(now)
    }

    /// The time of the next action; nil for never.
    var deadline: SteadyTime? {
      guard let nextPing else { return nil }
      return end.map { min($0, nextPing) } ?? nextPing
    }

    /// Records that the server has sent something.
    mutating func heard(_ now: SteadyTime) {
      nextPing = interval.map { now + $0 }
      end = nil
    }

    /// Whether the connection counts as lost.
    func isOver(_ now: SteadyTime) -> Bool { end.map { $0 <= now } ?? false }

    mutating func due(_ now: SteadyTime) -> Due {
      if isOver(now) { return .giveUp }
      guard let interval, let nextPing, nextPing <= now else { return .nothing }
      self.nextPing = now + interval
      if end == nil { end = now + timeout }
      return .ping
    }
  }
#endif
