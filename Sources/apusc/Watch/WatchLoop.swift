import ApusCompiler
import ApusDiagnostics

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// `apusc generate --watch`: runs again whenever a file changes, until it receives a signal.
struct WatchLoop {
  private let output: Output
  private let session: WatchSession
  private let folders: () -> Set<String>
  private var events = FileEvents()
  /// The warnings of the last run, as printed.
  private var printed: Set<String> = []
  private var hasErrors = false

  /// - Parameters:
  ///   - folder: the output folder.
  ///   - kept: outputs of other runs in that folder.
  ///   - collect: searches for the inputs.
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
      // A searched folder may be deleted for a while. Watching its parent shows when it is back.
      let searched = collected.inputs.searched
      return Set(collected.folders + searched + (files + searched).map(Path.parent) + [folder])
    }
  }

  private final class Holder {
    var collected: InputOptions.Collected

    init(_ collected: InputOptions.Collected) { self.collected = collected }
  }

  /// Runs until a signal arrives.
  ///
  /// - Returns: ``ExitCode/success`` if the last run had no errors.
  mutating func run() -> ExitCode {
    let signals = EndSignals()
    while true {
      let start = WatchLoop.microseconds()
      let look = session.look()
      let cost = (WatchLoop.microseconds() - start) / 1000
      if case .ran(let run) = look { show(run) }
      if events.watch(folders()) { continue }
      var rest = nextTimeout(after: look, cost: cost)
      while rest > 0 {
        if signals.haveCome { return hasErrors ? .invalidInput : .success }
        // Wake up often enough for Ctrl-C to feel immediate.
        let step = min(rest, 100)
        if events.wait(milliseconds: step) { break }
        rest -= step
      }
    }
  }

  /// How long to wait for an event before polling, in milliseconds.
  ///
  /// - Parameter cost: the duration of the last look, in milliseconds.
  private func nextTimeout(after look: WatchSession.Look, cost: Int) -> Int {
    switch look {
    case .unsettled: 20
    case .ran where !events.areTold: 10
    // Use at most a twentieth of the processor's time.
    case .unchanged where !events.areTold: min(max(10, cost * 20), FileEvents.longestWait)
    default: FileEvents.longestWait
    }
  }

  /// Prints errors, new warnings, and the run's summary.
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
    // A run with errors may end before it reports warnings. Those are not new once the errors are fixed.
    printed = hasErrors ? printed.union(warnings) : warnings
    output.result(run.summary + "\n")
  }

  private static func microseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1_000_000 + Int(time.tv_nsec) / 1000
  }
}
