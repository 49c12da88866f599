#if os(Linux)
  import ApusCurl
  import ApusPlatform

  /// The connections of a loop, for its thread.
  final class CurlWebSocketRuns {
    let sockets: CurlWebSocketDescriptors
    private var runs: [Int: CurlWebSocketRun] = [:]
    /// The connections that may have more to read.
    private var busy: Set<Int> = []
    /// The earliest time at which a connection needs a turn, or a time before that; nil if no connection waits for a time.
    private var earliest: SteadyTime?

    init(_ sockets: CurlSockets) { self.sockets = CurlWebSocketDescriptors(sockets) }

    var isEmpty: Bool { runs.isEmpty }

    /// The time when ``turn(_:_:_:)`` must be called without a socket or a change; nil for never.
    var due: SteadyTime? { busy.isEmpty ? earliest : .now }

    func turn(
      _ opening: [CurlWebSocketOpening], _ changed: Set<Int>, _ ready: [CurlSockets.Ready]
    ) {
      let now = SteadyTime.now
      let left = busy
      busy = []
      for opening in opening {
        guard let run = CurlWebSocketRun(opening, sockets) else { continue }
        runs[run.number] = run
        turn(run, nil, now)
      }
      var hasConnected = false
      for ready in ready {
        guard let run = sockets.owners[ready.socket].flatMap({ runs[$0] }) else { continue }
        if run.isConnecting {
          // TLS takes milliseconds, so that only one connection continues to open. The sockets of others are reported again next time.
          if hasConnected { continue }
          hasConnected = true
        }
        turn(run, ready, now)
      }
      for number in changed.union(left) {
        if let run = runs[number] { turn(run, nil, now) }
      }
      guard let earliest, earliest <= now else { return }
      for run in runs.values {
        if let due = run.due, due <= now { turn(run, nil, now) }
      }
      self.earliest = runs.values.compactMap(\.due).min()
    }

    private func turn(_ run: CurlWebSocketRun, _ ready: CurlSockets.Ready?, _ now: SteadyTime) {
      switch run.turn(ready, now) {
      case .over:
        // Before the run closes its sockets.
        sockets.release(run.number)
        runs[run.number] = nil
      case .again: busy.insert(run.number)
      case .waiting: break
      }
      if let due = run.due { earliest = earliest.map { min($0, due) } ?? due }
    }
  }
#endif
