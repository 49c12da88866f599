#if os(Linux)
  import Foundation

  /// Keeps signals away from libcurl. With TLS a connection that breaks raises SIGPIPE, of which libcurl takes care in programs of one
  /// thread only.
  enum CurlSignals {
    /// Blocks signals for the thread that calls: they are for the program's own threads.
    static func block() {
      var signals = sigset_t()
      sigfillset(&signals)
      // But for those that tell of a crash.
      for crash in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT] { sigdelset(&signals, crash) }
      pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Runs `body` without SIGPIPE, in a thread that is not ours.
    static func withoutBrokenPipes(_ body: () -> Void) {
      var (pipe, before) = (sigset_t(), sigset_t())
      sigemptyset(&pipe)
      sigaddset(&pipe, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &pipe, &before)
      body()
      // One that came waits for its end. One that the program itself keeps waiting is not ours.
      if sigismember(&before, SIGPIPE) == 0 {
        var now = timespec()
        while sigtimedwait(&pipe, nil, &now) == SIGPIPE {}
        pthread_sigmask(SIG_SETMASK, &before, nil)
      }
    }
  }
#endif
