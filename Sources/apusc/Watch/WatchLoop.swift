import ApusCompiler
import ApusDiagnostics

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// `apusc generate --watch`: runs again whenever a file changed, until it is told to end.
struct WatchLoop {
  private let output: Output
  private let session: WatchSession
  private let folders: () -> Set<String>
  private var events = FileEvents()
  /// The warnings of the last run as they were printed.
  private var printed: Set<String> = []
  private var hasErrors = false

  /// - Parameters:
  ///   - folder: where the outputs go.
  ///   - kept: outputs of other runs there.
  ///   - collect: searches the files.
  init(
    into folder: String, schemaName: String?, keeping kept: [String], output: Output,
    collect: @escaping () -> InputOptions.Collected
  ) {
    self.output = output
    let found = Holder(collect())
    session = WatchSession(
      into: OutputFolder(folder, schemaName: schemaName), keeping: kept, clock: WatchLoop.microseconds
    ) {
      let collected = collect()
      found.collected = collected
      return WatchSession.Found(
        inputs: collected.inputs, diagnostics: collected.diagnostics,
        configurations: collected.configurations)
    }
    folders = {
      let collected = found.collected
      let files = collected.inputs.schemas + collected.configurations + collected.inputs.documents.map(\.path)
      // What is searched may be gone for a while: its parent tells when it is back.
      let searched = collected.inputs.searched
      return Set(collected.folders + searched + (files + searched).map(Path.parent) + [folder])
    }
  }

  private final class Holder {
    var collected: InputOptions.Collected

    init(_ collected: InputOptions.Collected) { self.collected = collected }
  }

  /// Runs until a signal ends it.
  ///
  /// - Returns: ``ExitCode/success`` where the last run had no error.
  mutating func run() -> ExitCode {
    let signals = EndSignals()
    while true {
      let start = WatchLoop.microseconds()
      let look = session.look()
      let cost = (WatchLoop.microseconds() - start) / 1000
      if case .ran(let run) = look { show(run) }
      if events.watch(folders()) { continue }
      var rest = patience(behind: look, cost: cost)
      while rest > 0 {
        if signals.haveCome { return hasErrors ? .invalidInput : .success }
        // Short enough for whoever presses Ctrl-C.
        let step = min(rest, 100)
        if let written = events.wait(milliseconds: step) {
          session.compile(saved: written)
          break
        }
        rest -= step
      }
    }
  }

  /// How long to wait for the system to tell of a change before looking without it.
  ///
  /// - Parameter cost: what the look took, in milliseconds.
  private func patience(behind look: WatchSession.Look, cost: Int) -> Int {
    switch look {
    case .unsettled: 20
    case .ran where !events.areTold: 10
    // A twentieth of the processor's time at most.
    case .unchanged where !events.areTold: min(max(10, cost * 20), FileEvents.longestWait)
    default: FileEvents.longestWait
    }
  }

  /// Prints errors, warnings that the run before did not have, and the run's line.
  private mutating func show(_ run: WatchRun) {
    let printer = DiagnosticPrinter(usesColor: output.showsColor)
    var warnings: Set<String> = []
    let (shown, note) = Report.limited(run.diagnostics, output)
    for diagnostic in shown {
      let text = printer.text(diagnostic)
      if diagnostic.severity == .error {
        output.failure(text)
      } else if warnings.insert(text).inserted, !printed.contains(text) {
        output.failure(text)
      }
    }
    output.failure(note)
    hasErrors = run.errorCount > 0
    // A run with errors may end before it comes to the warnings: they are not new when it is mended.
    printed = hasErrors ? printed.union(warnings) : warnings
    output.result(run.summary + "\n")
  }

  private static func microseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1_000_000 + Int(time.tv_nsec) / 1000
  }
}
