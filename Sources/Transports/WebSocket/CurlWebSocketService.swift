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
    /// The number of turns that ended with more to read, after the time for the server's Close frame.
    private var lateTurns = 0

    /// The maximum of ``lateTurns``: more than the system buffers, so that the server has sent the rest too late.
    private static let maximumLateTurns = 64

    init(_ connection: CurlWebSocket, _ input: CurlSocketInput, _ now: SteadyTime) {
      self.connection = connection
      self.input = input
      watch = SilenceWatch(connection.limits, now)
    }

    /// The thread may be late, so that a pong or a Close frame may be waiting in the socket. Therefore a time limit only counts as missed after a read
    /// that began later and left nothing.
    ///
    /// - Parameters:
    ///   - isReady: whether the socket is ready.
    ///   - now: a time before the turn.
    func turn(_ isReady: Bool, _ now: SteadyTime) -> Turn {
      if isReady || !input.isPlain { mayHaveInput = true }
      // Whether this turn has read everything that had arrived.
      var hasRead = false
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
        let isCloseLate = state.closeDeadline.map { $0 <= now } ?? false
        if mayRead, mayHaveInput || (!hasRead && (isCloseLate || watch.isOver(now))) {
          switch input.receive({ connection.received($0) }) {
          case .all(let hadBytes):
            (mayHaveInput, hasRead) = (false, true)
            if hadBytes { watch.heard(.now) }
            continue
          case .more:
            mayHaveInput = true
            watch.heard(.now)
            if isCloseLate { lateTurns += 1 }
            return lateTurns > Self.maximumLateTurns ? .lost(Self.missingClose) : .again
          case .end: return .lost("the server has closed the connection")
          }
        }
        switch watch.due(now) {
        case .nothing: break
        case .ping:
          connection.ping()
          continue
        case .giveUp: return .lost("the server was silent for too long")
        }
        if isCloseLate { return .lost(Self.missingClose) }
        input.watch(read: mayRead, write: !output.isEmpty)
        let due = watch.deadline
        return .waiting(
          until: state.closeDeadline.map { close in due.map { min($0, close) } ?? close } ?? due)
      }
    }

    private static let missingClose = "the server did not respond to the Close frame"
  }
#endif
