import ApusDriver
import ApusSource

/// The runs that builds have recorded. They say which documents, schema and modules belong together, so the plugin's
/// rules are not duplicated.
final class RecordedRuns {
  /// Files named on the command line.
  private let named: [String]
  /// The last state of each file and the run that it records; nil if the file does not record one.
  private var known: [String: (stamp: String, run: RecordedRun?)] = [:]
  private let log: (String) -> Void

  /// - Parameter named: files named on the command line; relative paths start at the current folder.
  init(_ named: [String], log: @escaping (String) -> Void) {
    let folder = FileSystem.currentDirectory ?? "/"
    self.named = named.map { Path.normalized(Path.join(folder, $0)) }
    self.log = log
  }

  /// The argument files named on the command line, and those that builds left in the folders.
  func files(_ folders: [String]) -> [String] {
    var found = named
    var seen = Set(named)
    for folder in folders {
      var level = [Path.join(folder, ".build/plugins/outputs")]
      // The levels are packages, targets and destinations.
      for _ in 0..<3 { level = level.flatMap(RecordedRuns.entries) }
      for output in level.flatMap({ [Path.join($0, "ApusPlugin"), Path.join($0, "ApusSwiftPlugin")] }) {
        for path in RecordedRuns.entries(output)
        where path.hasSuffix(ArgumentsRecord.ending) && seen.insert(path).inserted { found.append(path) }
      }
    }
    return found
  }

  private static func entries(_ folder: String) -> [String] {
    ((try? FileSystem.names(in: folder)) ?? []).map { Path.join(folder, $0) }
  }

  /// The run that a file records, reread if the file changed; nil if it does not record one.
  func run(_ path: String) -> RecordedRun? {
    let stamp = FileSystem.stamp(of: path) ?? ""
    if let known = known[path], known.stamp == stamp { return known.run }
    var run: RecordedRun?
    do throws(UsageError) {
      run = try RecordedRun(path)
    } catch {
      log("\(path) is skipped: \(error.message)")
    }
    known[path] = (stamp, run)
    return run
  }

  /// The file of the run that compiles a document, or whose target's folder contains it.
  func file(for path: String, _ folders: [String]) -> String? {
    var nearest: (file: String, folder: String)?
    for file in files(folders) {
      guard let run = run(file) else { continue }
      if run.compiles(path) { return file }
      guard let folder = run.folder, Path.relative(path, to: folder) != nil else { continue }
      if nearest.map({ $0.folder.utf8.count < folder.utf8.count }) ?? true { nearest = (file, folder) }
    }
    return nearest?.file
  }

  /// The input of a recorded run.
  ///
  /// - Parameters:
  ///   - open: paths of documents that are open in the editor.
  ///   - folders: folders that may contain records of other runs.
  /// - Returns: nil if the run cannot be repeated, because its record or schema is gone.
  func find(_ file: String, open: [String], _ folders: [String]) -> FoundProject? {
    guard let run = run(file), let collected = try? run.collect() else { return nil }
    var inputs = collected.inputs
    inputs.schemas.removeAll { FileSystem.kind(of: $0) == nil && !open.contains($0) }
    if inputs.schemas.isEmpty { return nil }
    inputs.documents.removeAll { FileSystem.kind(of: $0.path) == nil && !open.contains($0.path) }
    var searched: [String] = []
    if let folder = run.folder { searched = addNew(to: &inputs, in: folder, run, open, folders) }
    return FoundProject(
      inputs: inputs, diagnostics: collected.diagnostics, watched: [file] + collected.configurations,
      folders: collected.folders + searched, isOfBuild: true)
  }

  /// Adds documents in the target's folder that are newer than the build. Older ones do not belong to the target.
  ///
  /// - Returns: the folders that were searched.
  private func addNew(
    to inputs: inout Inputs, in folder: String, _ run: RecordedRun, _ open: [String], _ folders: [String]
  ) -> [String] {
    let schemas = Set(inputs.schemas.map(Path.normalized))
    let time = FileSystem.state(of: run.path)?.modified
    let isThere = FileSystem.kind(of: folder) == .directory
    let search = isThere ? DocumentSearch.run([folder], schemas: inputs.schemas) : nil
    let onDisk = (search?.documents ?? []).map(\.path)
    var seen = Set((inputs.documents + inputs.leftOut).map(\.path))
    for path in onDisk + open where seen.insert(path).inserted {
      guard !schemas.contains(path), Path.relative(path, to: folder) != nil,
        run.mayCompile(path),
        open.contains(path) || (FileSystem.state(of: path)?.modified ?? 0) > (time ?? 0),
        self.file(for: path, folders) == run.path
      else { continue }
      inputs.documents.append(Document(path: path, output: run.output(of: path)))
    }
    return search?.folders ?? [folder]
  }
}
