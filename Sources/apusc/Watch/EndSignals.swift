#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Blocks signals that end the process until it polls for them, so that a run is never interrupted.
struct EndSignals {
  private static let numbers = [SIGINT, SIGTERM, SIGHUP]

  /// Starts blocking the signals.
  init() {
    var set = sigset_t()
    sigemptyset(&set)
    for number in EndSignals.numbers { sigaddset(&set, number) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Whether a signal has arrived.
  var haveCome: Bool {
    var set = sigset_t()
    guard sigpending(&set) == 0 else { return false }
    return EndSignals.numbers.contains { sigismember(&set, $0) == 1 }
  }
}
