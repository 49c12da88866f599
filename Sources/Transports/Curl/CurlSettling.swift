#if os(Linux)
  import ApusPlatform

  /// Delays requests that must be sent once until kept-alive connections are known to be open.
  ///
  /// A server that closes a connection after a response without announcing it does so within microseconds. A mutation sent in between is lost, and
  /// must not be repeated. Five milliseconds later, libcurl sees that the connection is closed, and opens another.
  struct CurlSettling {
    private var jobs: [(due: SteadyTime, job: CurlJob)] = []
    /// The time until which a connection may be about to close; nil without responses over HTTP/1.1. Over HTTP/2, servers announce it.
    private var end: SteadyTime?

    private static let interval = SteadyTime.Interval(.milliseconds(5))

    /// Records that a connection is kept alive from now on.
    mutating func answerEnded() { end = .now + Self.interval }

    /// Holds a job back if it must wait.
    ///
    /// - Returns: false if it can start.
    mutating func holdsBack(_ job: CurlJob) -> Bool {
      guard let end, job.request.mustBeSentOnce else { return false }
      let now = SteadyTime.now
      if end <= now { return false }
      // More responses in the meantime do not extend the wait.
      jobs.append((now + Self.interval, job))
      return true
    }

    /// Removes and returns the jobs that have waited long enough, in order.
    mutating func takeDue() -> [CurlJob] {
      if jobs.isEmpty { return [] }
      let now = SteadyTime.now
      let due = jobs.prefix { $0.due <= now }
      jobs.removeFirst(due.count)
      return due.map(\.job)
    }

    /// Removes a job that is no longer wanted.
    mutating func take(_ number: Int) -> CurlJob? {
      guard let index = jobs.firstIndex(where: { $0.job.number == number }) else { return nil }
      return jobs.remove(at: index).job
    }

    /// Removes all jobs.
    mutating func takeAll() -> [CurlJob] {
      defer { jobs = [] }
      return jobs.map(\.job)
    }

    /// The time when the next job is due; nil if there is none.
    var due: SteadyTime? { jobs.first?.due }
  }
#endif
