#if os(Linux)
  import ApusCurl
  import ApusPlatform

  /// Transfers bytes between the server and the session of an open connection. Only the loop's thread uses it.
  final class CurlWebSocketService {
    /// The result of a turn.
    enum Turn {
      /// Nothing can be done before the socket is ready, a task has changed something, or this time.
      case waiting(until: SteadyTime?)
      /// There may be more to read.
      case again
      /// Both Close frames were exchanged.
      case closed
      /// The connection was lost, for this reason.
      case lost(String)
    }

    private let connection: CurlWebSocket
    private let input: CurlSocketInput
    private var output = Data()
    private var watch: SilenceWatch
    /// The socket does not report bytes that TLS has already read, so a turn only ends after a read that found nothing.
    private var mayHaveInput = true

    init(_ connection: CurlWebSocket, _ input: CurlSocketInput, _ now: SteadyTime) {
      self.connection = connection
      self.input = input
      watch = SilenceWatch(connection.limits, now)
    }

    /// - Parameter isReady: whether the socket is ready.
    func turn(_ isReady: Bool, _ now: SteadyTime) -> Turn {
      if isReady || !input.isPlain { mayHaveInput = true }
      var now = now
      while true {
        var state = connection.threadState()
        if state.hasUndelivered {
          // Deliver the messages that are left by the tasks that took over from this thread.
          connection.deliver()
          state = connection.threadState()
        }
        if state.hasOutput || !output.isEmpty {
          repeat {
            if output.isEmpty { output = connection.takeOutput() }
            if let failure = input.send(&output) { return .lost(failure) }
            state = connection.threadState()
          } while output.isEmpty && state.hasOutput
        }
        if state.hasEnded, output.isEmpty, !state.hasOutput { return .closed }
        let mayRead = state.mayRead || state.hasEnded
        // If this side has stopped reading, the server cannot send, so it is not silent.
        if !mayRead { watch.heard(now) }
        switch watch.due(now) {
        case .nothing: break
        case .ping:
          connection.ping()
          continue
        case .giveUp: return .lost("the server was silent for too long")
        }
        if let deadline = state.closeDeadline, deadline <= now {
          return .lost("the server did not respond to the Close frame")
        }
        guard mayRead && mayHaveInput else {
          input.watch(read: mayRead, write: !output.isEmpty)
          let due = watch.deadline
          return .waiting(
            until: state.closeDeadline.map { close in due.map { min($0, close) } ?? close } ?? due)
        }
        let reading = input.receive { connection.received($0) }
        now = .now
        switch reading {
        case .all(let hadBytes):
          mayHaveInput = false
          if hadBytes { watch.heard(now) }
        case .more:
          watch.heard(now)
          return .again
        case .end: return .lost("the server has closed the connection")
        }
      }
    }
  }
#endif
