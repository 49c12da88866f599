#if os(Linux)
  import ApusPlatform

  /// The commands for the thread that runs the transfers, and the time until which it may sleep.
  final class CurlCommands: Sendable {
    enum Command: Sendable {
      /// Starts a transfer.
      case begin(CurlJob)
      /// Ends the transfer with this number if it is still running, for the given reason.
      case cancel(Int, CurlEngine.Cancellation)
      /// Resumes a paused transfer.
      case resume(Int)
      /// Ends the thread. No command follows.
      case stop
    }

    private struct State {
      var commands: [Command] = []
      /// The time when the loop must act without a socket or a command; nil if there is none.
      var due: SteadyTime?
      /// Whether the thread is asleep and was not woken.
      var isAsleep = false
      /// Whether the thread has stopped taking commands.
      var isClosed = false
    }

    private let state = Locked(State())
    private let sockets: CurlSockets

    init(_ sockets: CurlSockets) { self.sockets = sockets }

    /// Adds a command, and wakes the thread if it is asleep.
    ///
    /// - Returns: false if the thread has ended.
    @discardableResult
    func post(_ command: Command) -> Bool {
      let sleeps = state.withLock { state -> Bool? in
        if state.isClosed { return nil }
        state.commands.append(command)
        return Self.rouse(&state)
      }
      if sleeps == true { sockets.wake() }
      return sleeps != nil
    }

    /// Rejects further commands, unless there is one already.
    ///
    /// - Returns: whether there was none.
    func close() -> Bool {
      state.withLock { state in
        state.isClosed = state.commands.isEmpty
        return state.isClosed
      }
    }

    /// Sets the time when the loop must act, and wakes the thread if it would sleep too long.
    func expect(_ due: SteadyTime?) {
      let sleepsTooLong = state.withLock { state in
        let isEarlier = due.map { due in state.due.map { due < $0 } ?? true } ?? false
        state.due = due
        return isEarlier && Self.rouse(&state)
      }
      if sleepsTooLong { sockets.wake() }
    }

    private static func rouse(_ state: inout State) -> Bool {
      defer { state.isAsleep = false }
      return state.isAsleep
    }

    /// Whether the thread is asleep and has no commands.
    var threadSleeps: Bool { state.withLock { $0.isAsleep } }

    /// Sleeps until a socket is ready, a command arrives, or the loop must act.
    func sleep() -> [CurlSockets.Ready] {
      let (sleeps, due) = state.withLock { state in
        state.isAsleep = state.commands.isEmpty
        return (state.isAsleep, state.due)
      }
      // If there are commands, it does not sleep, but still checks the sockets.
      let milliseconds = sleeps ? due.map { SteadyTime.now.milliseconds(until: $0) } ?? -1 : 0
      defer { state.withLock { $0.isAsleep = false } }
      return sockets.wait(milliseconds: milliseconds)
    }

    /// The commands since the last call, for the thread.
    func take() -> [Command] {
      state.withLock { state in
        let commands = state.commands
        state.commands = []
        return commands
      }
    }
  }
#endif
