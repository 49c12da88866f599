#if os(Linux)
  import ApusPlatform

  /// Raises the limit on connections while requests hang: a request that has waited for its response for some time does not count, so that it does
  /// not delay others.
  struct CurlConnectionLimit {
    private let limit: Int
    private let slowTime: SteadyTime.Interval?
    /// The number of connections allowed beyond the limit.
    private var extra = 0
    /// The time to check the transfers again; nil if none is waiting.
    private(set) var nextLook: SteadyTime?

    private static let lookInterval = SteadyTime.Interval(.milliseconds(250))

    /// - Parameters:
    ///   - limit: the maximum number of connections to a host.
    ///   - slowTime: the time after which a request that waits for its response no longer counts; nil for a strict limit.
    init(_ limit: Int, slowTime: Duration?) {
      self.limit = limit
      self.slowTime = slowTime.map { SteadyTime.Interval($0) }
    }

    /// Checks the transfers from time to time, if some may be waiting for a connection.
    ///
    /// - Returns: the new limit, and the transfers that must try again; nil if nothing changes.
    mutating func look(at transfers: [Int: CurlTransfer]) -> (limit: Int, again: [Int])? {
      guard let slowTime else { return nil }
      guard transfers.count > limit else {
        nextLook = nil
        if extra == 0 { return nil }
        extra = 0
        return (limit, [])
      }
      let now = SteadyTime.now
      if let nextLook, now < nextLook { return nil }
      nextLook = now + Self.lookInterval
      var slow = 0
      for transfer in transfers.values {
        if transfer.sentTime == nil, transfer.easy.sentRequest { transfer.sentTime = now }
        if let sent = transfer.sentTime, sent + slowTime <= now { slow += 1 }
      }
      if slow == extra { return nil }
      let more = slow - extra
      extra = slow
      if more < 0 { return (limit + extra, []) }
      // libcurl itself starts waiting transfers when a connection becomes free, but not when the limit rises.
      let waiting = transfers.values.filter { !$0.easy.hasConnection }.map(\.number).sorted()
      return (limit + extra, Array(waiting.prefix(more)))
    }
  }
#endif
