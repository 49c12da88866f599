import ApusCompiler
import ApusDiagnostics
import ApusMock

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// What `apusc mock` runs, with its task on standard input. The run ends between two requests: signals wait until then.
var signals = sigset_t()
sigemptyset(&signals)
for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }

func put(_ text: String, _ descriptor: Int32) {
  let bytes = Array(text.utf8)
  var written = 0
  while written < bytes.count {
    let count = bytes.withUnsafeBytes {
      write(descriptor, $0.baseAddress.map { $0 + written }, bytes.count - written)
    }
    if count < 0, errno == EINTR { continue }
    if count <= 0 { return }
    written += count
  }
}

guard isatty(STDIN_FILENO) == 0, let task = try? FileSystem.read("/dev/stdin"),
  let run = MockRun(task, result: { put($0, STDOUT_FILENO) }, failure: { put($0, STDERR_FILENO) })
else {
  put("This is a part of apusc: run 'apusc mock'.\n", STDERR_FILENO)
  exit(2)
}
pthread_sigmask(SIG_BLOCK, &signals, nil)
exit(
  run.run {
    var pending = sigset_t()
    guard sigpending(&pending) == 0 else { return false }
    return [SIGINT, SIGTERM, SIGHUP].contains { sigismember(&pending, $0) == 1 }
  })
