#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Signals that ask the process to end, held back until it asks for them: a run is never cut off in its middle.
struct EndSignals {
  private static let numbers = [SIGINT, SIGTERM, SIGHUP]

  /// Holds them back from now on.
  init() {
    var set = sigset_t()
    sigemptyset(&set)
    for number in EndSignals.numbers { sigaddset(&set, number) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Whether one has come.
  var haveCome: Bool {
    var set = sigset_t()
    guard sigpending(&set) == 0 else { return false }
    return EndSignals.numbers.contains { sigismember(&set, $0) == 1 }
  }
}
