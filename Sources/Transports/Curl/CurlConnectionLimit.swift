#if os(Linux)
  import ApusPlatform

  /// Raises the limit of connections while requests hang: those that have waited for their response for some time do not
  /// count, so that others do not wait for them.
  struct CurlConnectionLimit {
    private let limit: Int
    private let slowTime: SteadyTime.Interval?
    /// The number of connections allowed beyond the limit.
    private var extra = 0
    /// When to look at the transfers again; nil if none waits.
    private(set) var nextLook: SteadyTime?

    private static let lookInterval = SteadyTime.Interval(.milliseconds(250))

    /// - Parameters:
    ///   - limit: the most connections to a host.
    ///   - slowTime: how long a request must have waited for its response not to count; nil for a strict limit.
    init(_ limit: Int, slowTime: Duration?) {
      self.limit = limit
      self.slowTime = slowTime.map { SteadyTime.Interval($0) }
    }

    /// Looks at the transfers from time to time, if some may wait for a connection.
    ///
    /// - Returns: the new limit, and the transfers that have to try again; nil if nothing changes.
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
