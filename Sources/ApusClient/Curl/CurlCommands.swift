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

    /// Where the thread sleeps, which says how to wake it.
    private enum Bed {
      case semaphore
      /// The handle whose sockets it waits for, by its address.
      case poll(Int)
    }

    private struct State {
      var commands: [Command] = []
      var count = 0
      /// Nil while the thread is awake, or somebody has woken it: it looks for commands before it sleeps.
      var bed: Bed?
    }

    private let library: CurlLibrary
    private let state = Locked(State())
    private let arrival = DispatchSemaphore(value: 0)

    init(_ library: CurlLibrary) { self.library = library }

    /// A number that no other transfer has.
    func newNumber() -> Int {
      state.withLock { state in
        state.count += 1
        return state.count
      }
    }

    /// Hands over a command, and wakes the thread if it sleeps.
    func post(_ command: Command) {
      let bed = state.withLock { state in
        state.commands.append(command)
        return Self.takeBed(&state)
      }
      // Not under the lock, which is the first that the woken thread takes. The handle is there until the thread has read `stop`.
      wake(bed)
    }

    /// Ends the thread: nobody posts any more.
    func stop() {
      state.withLock { state in
        state.commands.append(.stop)
        // Under the lock: the thread cannot read the command, and free the handle, before it is woken.
        wake(Self.takeBed(&state))
      }
    }

    private static func takeBed(_ state: inout State) -> Bed? {
      defer { state.bed = nil }
      return state.bed
    }

    private func wake(_ bed: Bed?) {
      switch bed {
      case .semaphore: arrival.signal()
      case .poll(let address):
        if let multi = OpaquePointer(bitPattern: address) { _ = library.multiWakeup(multi) }
      case nil: break
      }
    }

    /// - Returns: false when there is a command.
    private func lieDown(_ bed: Bed) -> Bool {
      state.withLock { state in
        if state.commands.isEmpty { state.bed = bed }
        return state.commands.isEmpty
      }
    }

    /// - Returns: whether somebody has woken the thread.
    private func getUp() -> Bool { state.withLock { Self.takeBed(&$0) } == nil }

    /// Sleeps in `poll` until libcurl has something to do, a command comes, or it is time.
    func sleep(in multi: CurlLibrary.Multi, milliseconds: Int32) {
      guard lieDown(.poll(Int(bitPattern: multi))) else { return }
      _ = library.multiPoll(multi, nil, 0, milliseconds, nil)
      _ = getUp()
    }

    /// Sleeps until a command comes, but not for long: libcurl may have connections to close. Waking by a semaphore takes two calls of the
    /// system, by libcurl's socket five.
    func sleepForCommand() {
      guard lieDown(.semaphore) else { return }
      if arrival.wait(timeout: .now() + .milliseconds(100)) == .success { return }
      // The command of the last instant has its signal, which must not be left for the next sleep.
      if getUp() { arrival.wait() }
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
