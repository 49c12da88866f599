#if os(Linux)
  import ApusCurl
  import ApusHTTP
  import ApusPlatform

  /// The thread of all connections. It sleeps in `epoll`, outside of Swift's thread pool, and ends with the last connection.
  final class CurlWebSocketLoop: Sendable {
    static let shared = CurlWebSocketLoop()

    private struct State {
      /// The sockets of the running thread; nil while there is no thread.
      var sockets: CurlSockets?
      var opening: [CurlWebSocketOpening] = []
      /// The numbers of connections that tasks have changed.
      var changed: Set<Int> = []
      /// Whether the thread is asleep and was not woken.
      var isAsleep = false
      var lastNumber = 0

      /// Returns the sockets whose wait has to end; nil if the thread is awake.
      mutating func rouse() -> CurlSockets? {
        defer { isAsleep = false }
        return isAsleep ? sockets : nil
      }
    }

    private let state = Locked(State())

    /// A number for a connection.
    func newNumber() -> Int {
      state.withLock { state in
        state.lastNumber += 1
        return state.lastNumber
      }
    }

    /// Opens and runs a connection.
    ///
    /// - Returns: false if the process has run out of threads or file descriptors.
    func run(_ opening: CurlWebSocketOpening) -> Bool {
      let asleep: CurlSockets?? = state.withLock { state in
        if state.sockets == nil {
          guard let sockets = CurlSockets() else { return nil }
          state.sockets = sockets
          guard startThread("Apus WebSockets", { self.serve(sockets) }) else {
            state.sockets = nil
            return nil
          }
        }
        state.opening.append(opening)
        return .some(state.rouse())
      }
      guard let asleep else { return false }
      asleep?.wake()
      return true
    }

    /// Lets the thread look at a connection that a task has changed.
    func wake(_ number: Int) {
      let sockets = state.withLock { state -> CurlSockets? in
        guard state.sockets != nil else { return nil }
        state.changed.insert(number)
        return state.rouse()
      }
      sockets?.wake()
    }

    private func serve(_ sockets: CurlSockets) {
      CurlSignals.block()
      let runs = CurlWebSocketRuns(sockets)
      var ready: [CurlSockets.Ready] = []
      while let (opening, changed) = take(isIdle: runs.isEmpty) {
        runs.turn(opening, changed, ready)
        ready = sleep(sockets, until: runs.due)
      }
    }

    /// Takes what tasks have left for the thread; nil if it has to end.
    private func take(isIdle: Bool) -> (opening: [CurlWebSocketOpening], changed: Set<Int>)? {
      state.withLock { state in
        defer { (state.opening, state.changed) = ([], []) }
        if isIdle, state.opening.isEmpty {
          state.sockets = nil
          return nil
        }
        return (state.opening, state.changed)
      }
    }

    private func sleep(_ sockets: CurlSockets, until due: SteadyTime?) -> [CurlSockets.Ready] {
      let sleeps = state.withLock { state in
        state.isAsleep = state.opening.isEmpty && state.changed.isEmpty
        return state.isAsleep
      }
      // If there is something to do, it does not sleep, but still looks at the sockets.
      let milliseconds = sleeps ? due.map { SteadyTime.now.milliseconds(until: $0) } ?? -1 : 0
      defer { state.withLock { $0.isAsleep = false } }
      return sockets.wait(milliseconds: milliseconds)
    }
  }
#endif
