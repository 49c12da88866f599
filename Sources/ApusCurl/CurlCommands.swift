#if os(Linux)
  import ApusConcurrency

  /// What callers want of the thread that runs the transfers, and how long it may sleep.
  final class CurlCommands: Sendable {
    enum Command: Sendable {
      /// Begin a transfer.
      case begin(CurlJob)
      /// End the transfer of this number, if it has not ended.
      case cancel(Int)
      /// Go on with a transfer that was paused.
      case resume(Int)
      /// End the thread. Nothing comes after it.
      case stop
    }

    private struct State {
      var commands: [Command] = []
      /// When the loop has something to do that neither a socket nor a command brings; nil when there is no such thing.
      var due: SteadyTime?
      /// Whether the thread sleeps, and nobody has woken it.
      var isAsleep = false
    }

    private let state = Locked(State())
    private let sockets: CurlSockets

    init(_ sockets: CurlSockets) { self.sockets = sockets }

    /// Hands over a command, and wakes the thread if it sleeps.
    func post(_ command: Command) {
      let sleeps = state.withLock { state in
        state.commands.append(command)
        return Self.rouse(&state)
      }
      if sleeps { sockets.wake() }
    }

    /// Says when the loop has something to do, and wakes the thread if it would sleep too long.
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

    /// Whether the thread sleeps, and no command waits for it.
    var threadSleeps: Bool { state.withLock { $0.isAsleep } }

    /// Sleeps until a socket is ready, a command comes, or the loop is due.
    func sleep() -> [CurlSockets.Ready] {
      let (sleeps, due) = state.withLock { state in
        state.isAsleep = state.commands.isEmpty
        return (state.isAsleep, state.due)
      }
      // With commands there is no sleep, but sockets get their turn.
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
