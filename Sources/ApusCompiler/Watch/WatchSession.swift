import ApusDiagnostics
import ApusDocuments
import ApusEmitter

/// Runs `apusc generate` repeatedly: each look at the files compiles what changed since the last one.
package final class WatchSession {
  /// The result of searching for the run's files.
  package struct Found {
    package var inputs: Inputs
    package var diagnostics: [Diagnostic]
    /// Other files to watch: configurations and files that they name.
    package var configurations: [String]

    package init(inputs: Inputs, diagnostics: [Diagnostic], configurations: [String]) {
      self.inputs = inputs
      self.diagnostics = diagnostics
      self.configurations = configurations
    }
  }

  /// The result of one look.
  package enum Look {
    case unchanged
    /// A file is missing or empty, possibly because it is being saved. Look again shortly.
    case unsettled
    case ran(WatchRun)
  }

  /// How long a file may be missing before it counts as deleted, in milliseconds. Some editors delete files before
  /// rewriting them.
  package static let deletionDelay = 200

  private let folder: OutputFolder
  private let kept: [String]
  private let clock: () -> Int
  private let find: () -> Found
  private let texts = WatchedTexts()
  /// The documents of the last run, if it had no errors.
  private var good: DocumentIndex?
  private var session: CheckSession?
  /// The texts and configurations of the last run.
  private var seen = Seen()
  /// The state of the outputs after the last run; nil for one that does not exist.
  private var outputs: [String: FileState?] = [:]
  /// The state of the output folder if the last run could not write to it.
  private var refusal: Refusal?
  /// When the first missing file was noticed.
  private var missedSince: Int?
  private var hasRun = false

  private struct Refusal {
    /// The folder's state; nil if it did not exist.
    var state: FileState?
    /// Whether the previous run succeeded. The folder may just have been deleted, so one more attempt is made.
    var isFirst: Bool
  }

  private struct Seen {
    var sources: [String: SourceFile] = [:]
    var configurations: [String: FileState] = [:]
    /// The sorted paths of all files read.
    var schemas: [String] = []
    var documents: [String] = []
    /// Files that exist but are empty.
    var empty: Set<String> = []

    func has(_ path: String) -> Bool { sources[path] != nil || configurations[path] != nil }
  }

  /// - Parameters:
  ///   - folder: the output folder.
  ///   - kept: as in `Pipeline.generate`.
  ///   - clock: a monotonic clock in microseconds.
  ///   - find: searches for the files; called at each look.
  package init(
    into folder: OutputFolder, keeping kept: [String], clock: @escaping () -> Int,
    find: @escaping () -> Found
  ) {
    self.folder = folder
    self.kept = kept
    self.clock = clock
    self.find = find
  }

  /// Looks at the files and compiles if one changed.
  package func look() -> Look {
    let start = clock()
    let found = find()
    let now = see(found)
    if hasRun, isMissingSome(now) {
      let since = missedSince ?? start
      missedSince = since
      if start - since < WatchSession.deletionDelay * 1000 { return .unsettled }
    } else {
      missedSince = nil
    }
    let isRuleChange = now.configurations != seen.configurations || now.schemas != seen.schemas
    let isListChange = now.documents != seen.documents
    var changed = changedPaths(now)
    if changed.isEmpty, hasRun { changed = changedOutputs() }
    if hasRun, changed.isEmpty, !isRuleChange, !isListChange { return .unchanged }
    missedSince = nil
    let needsSchema = isRuleChange || changed.contains { now.schemas.contains($0) }
    seen = now
    var run = compile(found, changed, needsSchema, isListChange, start)
    run.duration = clock() - start
    run.isFirst = !hasRun
    hasRun = true
    texts.keep(Set(now.sources.keys))
    outputs = [:]
    for path in folder.paths(of: found.inputs) { outputs[path] = .some(FileSystem.state(of: path)) }
    let isRefused = run.diagnostics.contains { $0.code == .unwritableFile }
    refusal =
      isRefused ? Refusal(state: FileSystem.state(of: folder.path), isFirst: refusal == nil) : nil
    return .ran(run)
  }

  // MARK: - File states

  private func see(_ found: Found) -> Seen {
    var result = Seen()
    result.schemas = found.inputs.schemas
    result.documents = (found.inputs.documents + found.inputs.leftOut).map(\.path)
    for path in result.schemas + result.documents {
      guard let source = try? texts.read(path) else { continue }
      result.sources[path] = source
      if source.count == 0 { result.empty.insert(path) }
    }
    result.configurations = states(of: found.configurations)
    for (path, state) in result.configurations where state.size == 0 { result.empty.insert(path) }
    return result
  }

  private func states(of paths: [String]) -> [String: FileState] {
    var states: [String: FileState] = [:]
    for path in paths { states[path] = FileSystem.state(of: path) }
    return states
  }

  private func isMissingSome(_ now: Seen) -> Bool {
    seen.sources.keys.contains { now.sources[$0] == nil }
      || seen.configurations.keys.contains { now.configurations[$0] == nil }
      || now.empty.contains { !seen.empty.contains($0) }
  }

  /// The files that were added, changed or deleted, sorted by path.
  private func changedPaths(_ now: Seen) -> [String] {
    var paths = now.sources.filter { seen.sources[$0.key] !== $0.value }.map(\.key)
    paths += now.configurations.filter { seen.configurations[$0.key] != $0.value }.map(\.key)
    paths += seen.sources.keys.filter { !now.has($0) }
    paths += seen.configurations.keys.filter { !now.has($0) }
    return Set(paths).sorted(by: Path.precedes)
  }

  /// Outputs that someone else added, changed or deleted, or the folder if it has become writable.
  private func changedOutputs() -> [String] {
    if let refusal {
      let isChanged = refusal.isFirst || FileSystem.state(of: folder.path) != refusal.state
      return isChanged ? [folder.path] : []
    }
    return outputs.filter { path, state in FileSystem.state(of: path) != state }
      .map(\.key).sorted(by: Path.precedes)
  }

  // MARK: - Compiling

  private func compile(
    _ found: Found, _ changed: [String], _ needsSchema: Bool, _ isListChange: Bool, _ start: Int
  ) -> WatchRun {
    var run = WatchRun(changed: changed, documentCount: found.inputs.documents.count)
    run.diagnostics = found.diagnostics
    // Do not compile if the inputs or the configuration could not be determined.
    if found.diagnostics.contains(where: { $0.severity == .error }) {
      session = nil
      good = nil
      return run
    }
    let session = session(found.inputs, needsSchema)
    if let good, !needsSchema, !isListChange {
      let documents = documents(changed, found.inputs)
      let affected = AffectedOutputs(changed: documents, good, found.inputs)
      if let files = affected?.write(to: folder, session), !files.written.isEmpty {
        run.written = files.written
        run.firstDuration = clock() - start
      }
    }
    let checked = session.check()
    let result = Pipeline.generate(checked, of: found.inputs, into: folder, keeping: kept, record: nil)
    run.diagnostics += result.diagnostics
    // While there are errors, nothing is written, wherever they are.
    good = run.errorCount == 0 ? checked.index : nil
    let known = Set(run.written)
    run.written += result.written.filter { !known.contains($0) }
    run.removed = result.removed
    return run
  }

  /// The documents among the changed files; empty if anything else changed.
  private func documents(_ changed: [String], _ inputs: Inputs) -> [SourceFile] {
    let paths = Set(inputs.documents.map(\.path))
    let sources = changed.compactMap { paths.contains($0) ? try? texts.read($0) : nil }
    return sources.count == changed.count ? sources : []
  }

  private func session(_ inputs: Inputs, _ needsSchema: Bool) -> CheckSession {
    if let session {
      session.inputs = inputs
      if needsSchema { session.loadSchema() }
      return session
    }
    let made = CheckSession(inputs) { [texts] (path) throws(FileError) in try texts.read(path) }
    session = made
    return made
  }
}
