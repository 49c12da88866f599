#if os(Linux)
  import ApusConcurrency
  import ApusFoundation
  import ApusTransport

  /// Transfers, and the thread that waits for their responses. The thread starts with the first transfer and ends with the engine.
  ///
  /// libcurl's handles belong to the thread that holds the loop's lock. Usually that is the engine's own, which sleeps until a
  /// socket, a command or a timer wakes it. While it sleeps and no transfer is under way, a caller with a small request for a kept
  /// connection sends it itself, because waking another thread costs as much as sending. Callers never wait for the lock, which a
  /// name lookup may hold for long. If it is taken, and for everything that may wait (connecting, reading files, cancelling), they
  /// leave a command to the engine's thread, which no caller overtakes.
  package final class CurlEngine: Sendable {
    private struct Running {
      let loop: Locked<CurlLoop>
      let commands: CurlCommands
    }

    private struct State {
      var count = 0
      var running: Running?
    }

    private let library: CurlLibrary
    private let settings: CurlSettings
    private let state = Locked(State())

    package init(_ library: CurlLibrary, _ settings: CurlSettings) {
      self.library = library
      self.settings = settings
    }

    deinit { running?.commands.post(.stop) }

    /// A number for a transfer.
    package func newNumber() -> Int {
      state.withLock { state in
        state.count += 1
        return state.count
      }
    }

    package func begin(_ job: CurlJob) {
      guard let running = running ?? start() else {
        return job.receiver.fail(GraphQLConnectionError(.resourceUnavailable))
      }
      if job.request.isSmall, running.commands.threadSleeps,
        running.loop.withLockIfFree({ $0.sendAtOnce(job) }) == true
      {
        return
      }
      running.commands.post(.begin(job))
    }

    package func cancel(_ number: Int) { running?.commands.post(.cancel(number)) }

    package func resume(_ number: Int) { running?.commands.post(.resume(number)) }

    private var running: Running? { state.withLock { $0.running } }

    /// Starts the thread, unless another caller has.
    ///
    /// - Returns: nil when there is no memory for libcurl, no file descriptor or no thread.
    private func start() -> Running? {
      state.withLock { state in
        if let running = state.running { return running }
        guard let sockets = CurlSockets() else { return nil }
        let commands = CurlCommands(sockets)
        guard let loop = CurlLoop(library, settings, commands, sockets) else { return nil }
        let running = Running(loop: Locked(loop), commands: commands)
        guard startThread("Apus libcurl", { Self.run(running) }) else { return nil }
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
