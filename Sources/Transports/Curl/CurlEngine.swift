#if os(Linux)
  import ApusPlatform
  import ApusHTTP

  /// Transfers, and the thread that waits for their responses. The thread starts with the first transfer and ends with the engine.
  ///
  /// libcurl's handles belong to the thread that holds the loop's lock. Usually that is the engine's own thread, which sleeps until a socket, a
  /// command or a timer wakes it. While it is asleep and no transfer is running, a caller with a small request for a kept-alive connection sends it
  /// itself, because waking another thread costs as much as sending. Callers never wait for the lock, which a name lookup may hold for a long time.
  /// If the lock is taken, and for everything that may block (connecting, reading files, cancelling), they leave a command to the engine's thread,
  /// which processes commands in order.
  ///
  /// Once a connection may be dead, new transfers get a new loop with its own thread and connections. The old loop ends with its transfers, because
  /// libcurl cannot keep new transfers off an open connection.
  final class CurlEngine: Sendable {
    /// The reason to cancel a transfer.
    enum Cancellation: Sendable {
      /// The response is no longer wanted.
      case unwanted
      /// The response has not arrived in time.
      case timedOut
    }

    private struct Running {
      let loop: Locked<CurlLoop>
      let commands: CurlCommands
    }

    private struct State {
      var count = 0
      var running: Running?
      /// Loops that accept no new transfers.
      var retired: [Running] = []

      var all: [Running] { retired + (running.map { [$0] } ?? []) }
    }

    private let library: CurlLibrary
    private let configuration: GraphQLCurlTransport.Configuration
    private let state = Locked(State())

    init(_ library: CurlLibrary, _ configuration: GraphQLCurlTransport.Configuration) {
      self.library = library
      self.configuration = configuration
    }

    deinit {
      for running in state.withLock({ $0.all }) { running.commands.post(.stop) }
    }

    /// A number for a transfer.
    func newNumber() -> Int {
      state.withLock { state in
        state.count += 1
        return state.count
      }
    }

    func begin(_ job: CurlJob) {
      while true {
        guard let running = running ?? start() else {
          return job.receiver.fail(GraphQLConnectionError(.resourceUnavailable))
        }
        if job.request.isSmall, running.commands.threadSleeps,
          running.loop.withLockIfFree({ $0.sendAtOnce(job) }) == true
        {
          return
        }
        if running.commands.post(.begin(job)) { return }
        // The loop has ended in the meantime.
        retire(running.commands)
      }
    }

    func cancel(_ number: Int, _ cancellation: Cancellation = .unwanted) {
      post(.cancel(number, cancellation))
    }

    func resume(_ number: Int) { post(.resume(number)) }

    /// Sends a command about a transfer to all loops. The loop with this transfer reacts.
    private func post(_ command: CurlCommands.Command) {
      for running in state.withLock({ $0.all }) { running.commands.post(command) }
    }

    private var running: Running? { state.withLock { $0.running } }

    /// Moves new transfers from the loop with these commands to another one.
    private func retire(_ commands: CurlCommands) {
      state.withLock { state in
        guard let running = state.running, running.commands === commands else { return }
        state.retired.append(running)
        state.running = nil
      }
    }

    private func ended(_ commands: CurlCommands) {
      let gone = state.withLock { state in
        defer { state.retired.removeAll { $0.commands === commands } }
        return state.retired.filter { $0.commands === commands }
      }
      withExtendedLifetime(gone) {}
    }

    /// Starts the thread, unless another caller has.
    ///
    /// - Returns: nil if libcurl, the process or the system is out of memory, file descriptors or threads.
    private func start() -> Running? {
      state.withLock { state in
        if let running = state.running { return running }
        guard let sockets = CurlSockets() else { return nil }
        let commands = CurlCommands(sockets)
        let loop = CurlLoop(library, configuration, commands, sockets) { [weak self] in
          self?.retire(commands)
          return { [weak self] job in
            if let self { self.begin(job) } else { job.receiver.fail(CancellationError()) }
          }
        }
        guard let loop else { return nil }
        let running = Running(loop: Locked(loop), commands: commands)
        let isStarted = startThread("Apus libcurl") { [weak self] in
          Self.run(running)
          self?.ended(commands)
        }
        guard isStarted else { return nil }
        state.running = running
        return running
      }
    }

    private static func run(_ running: Running) {
      CurlSignals.block()
      var ready: [CurlSockets.Ready] = []
      while running.loop.withLock({ $0.turn(running.commands.take(), ready) }) {
        ready = running.commands.sleep()
      }
    }
  }
#endif
