import ApusDriver
import ApusSource
import ApusMock

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// Ctrl-C ends the plugin, but does not reach this process, which is in another process group: it ends once its parent has. The plugin
// sets APUS_PROGRAM. The parent may end at any time, so its number is read first.
let plugin = getenv("APUS_PROGRAM") == nil ? nil : getppid()

// `apus-tool mock` runs this and passes a task on standard input. Signals are blocked so that the process ends between
// requests.
var signals = sigset_t()
sigemptyset(&signals)
for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }

if CommandLine.arguments.dropFirst().contains(where: { $0 == "--help" || $0 == "-h" }) {
  StandardStreams.writeResult(
    """
    The part of apus-tool that invents responses. 'apus-tool mock' starts it, with its task on standard input.
    For the options: swift package apus-mock --help

    """)
  exit(0)
}
guard isatty(STDIN_FILENO) == 0, let task = try? FileSystem.read("/dev/stdin"),
  let run = MockRun(task, result: StandardStreams.writeResult, failure: StandardStreams.writeMessage)
else {
  StandardStreams.writeMessage("This is a part of apus-tool: run 'swift package apus-mock'.\n")
  exit(2)
}
pthread_sigmask(SIG_BLOCK, &signals, nil)
exit(
  run.run {
    if let plugin, getppid() != plugin { return true }
    var pending = sigset_t()
    guard sigpending(&pending) == 0 else { return false }
    return [SIGINT, SIGTERM, SIGHUP].contains { sigismember(&pending, $0) == 1 }
  })
