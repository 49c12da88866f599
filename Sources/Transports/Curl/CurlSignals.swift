#if os(Linux)
  import ApusPlatform

  /// Keeps signals away from libcurl. A broken TLS connection raises SIGPIPE, which libcurl only handles in single-threaded programs.
  package enum CurlSignals {
    /// Blocks signals in the current thread: they are meant for the program's own threads.
    package static func block() {
      var signals = sigset_t()
      sigfillset(&signals)
      // A crash must still be reported.
      for crash in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT] { sigdelset(&signals, crash) }
      pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Runs `body` without SIGPIPE on one of the program's threads.
    static func withoutBrokenPipes(_ body: () -> Void) {
      var (pipe, before) = (sigset_t(), sigset_t())
      sigemptyset(&pipe)
      sigaddset(&pipe, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &pipe, &before)
      body()
      // A signal raised in the meantime is pending now, and is discarded. If the program blocks SIGPIPE itself, it may want the signal.
      if sigismember(&before, SIGPIPE) == 0 {
        var now = timespec()
        while sigtimedwait(&pipe, nil, &now) == SIGPIPE {}
        pthread_sigmask(SIG_SETMASK, &before, nil)
      }
    }
  }
#endif
