#if os(Linux)
  import Foundation

  /// What callers want of the thread that runs the transfers.
  final class CurlCommands: Sendable {
    enum Command: Sendable {
      /// Begin a transfer.
      case begin(CurlJob)
      /// End the transfer of this number, if it has not ended.
      case cancel(Int)
      /// Go on with a transfer that was paused.
      case resume(Int)
      /// End the thread.
      case stop
    }

    private struct State {
      var commands: [Command] = []
      var count = 0
      /// What to wake; nil while the thread does not run.
      var multi: CurlLibrary.Multi?
    }

    private let library: CurlLibrary
    private let state = Locked(State())

    init(_ library: CurlLibrary) { self.library = library }

    /// A number that no other transfer has.
    func newNumber() -> Int {
      state.withLock { state in
        state.count += 1
        return state.count
      }
    }

    /// Hands over a command, and wakes the thread when it may be asleep.
    func post(_ command: Command) {
      state.withLock { state in
        state.commands.append(command)
        // With commands before this one, somebody has woken it. Under the lock, since the handle must still be there.
        if state.commands.count == 1, let multi = state.multi { _ = library.multiWakeup(multi) }
      }
    }

    /// The commands since the last call, for the thread.
    func take() -> [Command] {
      state.withLock { state in
        let commands = state.commands
        state.commands = []
        return commands
      }
    }

    /// Says what to wake from now on; nil before the handle is freed.
    func setMulti(_ multi: CurlLibrary.Multi?) { state.withLock { $0.multi = multi } }
  }
#endif
