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
      /// End the thread. Nothing comes behind it.
      case stop
    }

    private struct State {
      var commands: [Command] = []
      var count = 0
      /// The address of what to wake; nil while the thread does not run.
      var multi: Int?
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
      let multi: Int? = state.withLock { state in
        state.commands.append(command)
        // With commands before this one, somebody has woken it.
        return state.commands.count == 1 ? state.multi : nil
      }
      // Not under the lock, which is the first that the woken thread takes. The handle is there until the thread has read `stop`.
      wake(multi)
    }

    /// Ends the thread: nobody posts any more.
    func stop() {
      state.withLock { state in
        state.commands.append(.stop)
        // Under the lock: the thread cannot read the command, and free the handle, before it is woken.
        wake(state.multi)
      }
    }

    private func wake(_ multi: Int?) {
      if let multi = multi.flatMap(OpaquePointer.init(bitPattern:)) { _ = library.multiWakeup(multi) }
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
    func setMulti(_ multi: CurlLibrary.Multi?) {
      let address = multi.map { Int(bitPattern: $0) }
      state.withLock { $0.multi = address }
    }
  }
#endif
