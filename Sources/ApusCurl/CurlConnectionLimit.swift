#if os(Linux)
  import ApusConcurrency

  /// Lets requests pass that wait for a connection behind others that hang: those that have waited for their answer for some time do not count
  /// against the limit of connections any more.
  struct CurlConnectionLimit {
    private let limit: Int
    private let slowTime: SteadyTime.Interval?
    /// How many connections are allowed over the limit.
    private var extra = 0
    /// When the transfers are to be looked at again; nil when none waits.
    private(set) var nextLook: SteadyTime?

    private static let lookInterval = SteadyTime.Interval(.milliseconds(250))

    /// - Parameters:
    ///   - limit: how many connections may be open to a host.
    ///   - slowTime: how long a request has to have waited for its answer; nil when the limit is strict.
    init(_ limit: Int, slowTime: Duration?) {
      self.limit = limit
      self.slowTime = slowTime.map { SteadyTime.Interval($0) }
    }

    /// Looks at the transfers once in a while, if there may be some that wait for a connection.
    ///
    /// - Returns: how many connections are allowed from now on, and the transfers that are to try again; nil when nothing changes.
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
      // libcurl itself looks at those that wait when a connection is free again, and not when there may be more.
      let waiting = transfers.values.filter { !$0.easy.hasConnection }.map(\.number).sorted()
      return (limit + extra, Array(waiting.prefix(more)))
    }
  }
#endif
