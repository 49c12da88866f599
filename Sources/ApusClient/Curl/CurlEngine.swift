#if os(Linux)
  import Foundation

  /// The thread that runs the transfers, as callers see it. The thread starts with the first transfer and ends with the engine.
  final class CurlEngine: Sendable {
    private let library: CurlLibrary
    private let configuration: CurlConfiguration
    private let commands: CurlCommands
    private let hasStarted = Locked(false)

    init(_ library: CurlLibrary, _ configuration: CurlConfiguration) {
      self.library = library
      self.configuration = configuration
      commands = CurlCommands(library)
    }

    deinit { commands.stop() }

    /// A number for a transfer.
    func newNumber() -> Int { commands.newNumber() }

    func begin(_ job: CurlJob) {
      commands.post(.begin(job))
      let isFirst = hasStarted.withLock { hasStarted in
        defer { hasStarted = true }
        return !hasStarted
      }
      if isFirst { startThread() }
    }

    func cancel(_ number: Int) { commands.post(.cancel(number)) }

    func resume(_ number: Int) { commands.post(.resume(number)) }

    private func startThread() {
      let (library, configuration, commands) = (library, configuration, commands)
      Thread.detachNewThread {
        // On Linux a name that a thread is given before it runs is lost.
        Thread.current.name = "Apus libcurl"
        // Signals are for the program's own threads. And with TLS a connection that breaks raises SIGPIPE, of which libcurl takes care
        // in programs of one thread only.
        var signals = sigset_t()
        sigfillset(&signals)
        // But for those that tell of a crash.
        for crash in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT] { sigdelset(&signals, crash) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        CurlLoop(library, configuration, commands).run()
      }
    }
  }
#endif
