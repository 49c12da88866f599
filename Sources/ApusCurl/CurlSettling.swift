#if os(Linux)
  import ApusConcurrency

  /// Requests that must be sent once, and wait until kept connections are known to be open.
  ///
  /// A server that closes a connection after an answer, without a word before, does so within microseconds. A mutation that leaves in
  /// between is lost, and must not be repeated. Five milliseconds later libcurl sees that the connection was closed, and opens another.
  struct CurlSettling {
    private var jobs: [(due: SteadyTime, job: CurlJob)] = []
    /// Until when a connection may be about to be closed; nil when no answer has come over HTTP/1.1: in HTTP/2 servers say that they close.
    private var end: SteadyTime?

    private static let interval = SteadyTime.Interval(.milliseconds(5))

    /// Notes that a connection is kept since now.
    mutating func answerEnded() { end = .now + Self.interval }

    /// Holds a job back if it has to wait.
    ///
    /// - Returns: false if it can begin.
    mutating func holdsBack(_ job: CurlJob) -> Bool {
      guard let end, job.request.mustBeSentOnce else { return false }
      let now = SteadyTime.now
      if end <= now { return false }
      // However many answers come meanwhile, it waits no longer.
      jobs.append((now + Self.interval, job))
      return true
    }

    /// The jobs that have waited long enough, in their order.
    mutating func takeDue() -> [CurlJob] {
      if jobs.isEmpty { return [] }
      let now = SteadyTime.now
      let due = jobs.prefix { $0.due <= now }
      jobs.removeFirst(due.count)
      return due.map(\.job)
    }

    /// Takes a job out that is not wanted any more.
    mutating func take(_ number: Int) -> CurlJob? {
      guard let index = jobs.firstIndex(where: { $0.job.number == number }) else { return nil }
      return jobs.remove(at: index).job
    }

    /// Takes all jobs out.
    mutating func takeAll() -> [CurlJob] {
      defer { jobs = [] }
      return jobs.map(\.job)
    }

    /// When the next job is due; nil when none waits.
    var due: SteadyTime? { jobs.first?.due }
  }
#endif
