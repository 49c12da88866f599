import ApusDiagnostics
import ApusDocuments
import ApusEmitter

/// `apusc generate`, again and again: each look at the files compiles what changed since the one before.
package final class WatchSession {
  /// What a search of the run's files comes to.
  package struct Found {
    package var inputs: Inputs
    package var diagnostics: [Diagnostic]
    /// Files beside schemas and documents whose changes matter: configurations and what they name.
    package var configurations: [String]

    package init(inputs: Inputs, diagnostics: [Diagnostic], configurations: [String]) {
      self.inputs = inputs
      self.diagnostics = diagnostics
      self.configurations = configurations
    }
  }

  /// What one look came to.
  package enum Look {
    case unchanged
    /// A file that was there is missing or empty: it may be about to be saved. Look again in a moment.
    case unsettled
    case ran(WatchRun)
  }

  /// How long a file may be missing before that is believed, in milliseconds: some editors delete what they then write anew.
  package static let patience = 200

  private let folder: OutputFolder
  private let kept: [String]
  private let clock: () -> Int
  private let find: () -> Found
  private let texts = WatchedTexts()
  /// The documents of the last run, where it had no errors.
  private var good: DocumentIndex?
  private var session: CheckSession?
  /// The texts and configurations of the last run.
  private var seen = Seen()
  /// What ``compile(saved:)`` has done since the last run.
  private var ahead = Ahead()
  /// The outputs as the last run left them; nil for one that is not there.
  private var outputs: [String: FileState?] = [:]
  /// Whether the last run had no errors, so that each output has to be there.
  private var isComplete = false
  /// The output folder when the last run could not write to it.
  private var refusal: Refusal?
  /// When the first file was missed of those that may come back.
  private var missedSince: Int?
  private var hasRun = false

  private struct Ahead {
    var sources: [SourceFile] = []
    var written: [String] = []
    /// In microseconds.
    var duration: Int?
  }

  private struct Refusal {
    /// Nil where nothing was there.
    var state: FileState?
    /// Whether the run before could write: the folder may just have been deleted, which one more run mends.
    var isFirst: Bool
  }

  private struct Seen {
    var sources: [String: SourceFile] = [:]
    var configurations: [String: FileState] = [:]
    /// Paths of all that is read, in order.
    var schemas: [String] = []
    var documents: [String] = []
    /// Files that are there and empty.
    var empty: Set<String> = []

    func has(_ path: String) -> Bool { sources[path] != nil || configurations[path] != nil }
  }

  /// - Parameters:
  ///   - folder: where the outputs go.
  ///   - kept: as for `Pipeline.generate`.
  ///   - clock: microseconds that only grow.
  ///   - find: searches the files; called at each look.
  package init(
    into folder: OutputFolder, keeping kept: [String], clock: @escaping () -> Int,
    find: @escaping () -> Found
  ) {
    self.folder = folder
    self.kept = kept
    self.clock = clock
    self.find = find
  }

  /// Compiles documents that were just saved, before any other file is looked at; ``look()`` does the rest.
  ///
  /// - Parameter paths: files that were written; those that are no documents of the last run are left to ``look()``.
  package func compile(saved paths: Set<String>) {
    let start = clock()
    guard let good, let session else { return }
    let sources = session.inputs.documents.filter { paths.contains($0.path) }
      .compactMap { try? texts.read($0.path) }
    // A file that is empty may be about to be written.
    let changed = sources.filter { $0.count > 0 && seen.sources[$0.path] !== $0 }
    guard let files = NearOutputs(changed: changed, good, session.inputs)?.write(to: folder, session),
      !files.written.isEmpty
    else { return }
    ahead.sources += changed
    ahead.written += files.written
    ahead.duration = (ahead.duration ?? 0) + clock() - start
  }

  /// Looks at the files, and compiles where one changed.
  package func look() -> Look {
    let start = clock()
    let found = find()
    let now = see(found)
    if hasRun, isMissingSome(now) {
      let since = missedSince ?? start
      missedSince = since
      if start - since < WatchSession.patience * 1000 { return .unsettled }
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
    isComplete = run.errorCount == 0
    outputs = [:]
    for path in folder.paths(of: found.inputs) { outputs[path] = .some(FileSystem.state(of: path)) }
    let isRefused = run.diagnostics.contains { $0.code == .unwritableFile }
    refusal =
      isRefused ? Refusal(state: FileSystem.state(of: folder.path), isFirst: refusal == nil) : nil
    return .ran(run)
  }

  // MARK: - What is there

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

  /// The files that are new, other than before or gone, in the order of paths.
  private func changedPaths(_ now: Seen) -> [String] {
    var paths = now.sources.filter { seen.sources[$0.key] !== $0.value }.map(\.key)
    paths += now.configurations.filter { seen.configurations[$0.key] != $0.value }.map(\.key)
    paths += seen.sources.keys.filter { !now.has($0) }
    paths += seen.configurations.keys.filter { !now.has($0) }
    return Set(paths).sorted(by: Path.precedes)
  }

  /// Outputs that somebody else has deleted or written, or the folder if it can be written to again.
  private func changedOutputs() -> [String] {
    if let refusal {
      let isChanged = refusal.isFirst || FileSystem.state(of: folder.path) != refusal.state
      return isChanged ? [folder.path] : []
    }
    return outputs.filter { path, state in
      let now = FileSystem.state(of: path)
      return now != state || now == nil && isComplete
    }.map(\.key).sorted(by: Path.precedes)
  }

  // MARK: - Compiling

  private func compile(
    _ found: Found, _ changed: [String], _ needsSchema: Bool, _ isListChange: Bool, _ start: Int
  ) -> WatchRun {
    var run = WatchRun(changed: changed, documentCount: found.inputs.documents.count)
    run.diagnostics = found.diagnostics
    run.written = ahead.written
    run.firstDuration = ahead.duration
    defer { ahead = Ahead() }
    // What cannot be found or configured is not judged by half of it.
    if found.diagnostics.contains(where: { $0.severity == .error }) {
      session = nil
      good = nil
      return run
    }
    let session = session(found.inputs, needsSchema)
    if let good, !needsSchema, !isListChange {
      let documents = documents(changed, found.inputs).filter { document in
        !ahead.sources.contains { $0 === document }
      }
      let near = NearOutputs(changed: documents, good, found.inputs)
      if let files = near?.write(to: folder, session), !files.written.isEmpty {
        run.written += files.written.filter { !ahead.written.contains($0) }
        run.firstDuration = clock() - start
      }
    }
    let checked = session.check()
    let result = Pipeline.generate(checked, of: found.inputs, into: folder, keeping: kept, record: nil)
    run.diagnostics += result.diagnostics
    // While something is wrong nothing is written, wherever it is.
    good = run.errorCount == 0 ? checked.index : nil
    let known = Set(run.written)
    run.written += result.written.filter { !known.contains($0) }
    run.removed = result.removed
    return run
  }

  /// The documents among the files that changed; none where something else is among them.
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
