import ApusCompiler
import ApusDiagnostics

/// What builds have noted of their runs: which documents, schema and modules belong together, without a rule written twice.
final class RecordedRuns {
  /// Files that the command line names.
  private let named: [String]
  /// A run as its file was when it was read last; nil where the file holds no run.
  private var known: [String: (stamp: String, run: RecordedRun?)] = [:]
  private let log: (String) -> Void

  /// - Parameter named: files that the command line names; relative ones are those of the current folder.
  init(_ named: [String], log: @escaping (String) -> Void) {
    let folder = FileSystem.currentDirectory ?? "/"
    self.named = named.map { Path.normalized(Path.join(folder, $0)) }
    self.log = log
  }

  /// The files of arguments that the command line names, and those that builds have left in some folders.
  func files(_ folders: [String]) -> [String] {
    var found = named
    var seen = Set(named)
    for folder in folders {
      var level = [Path.join(folder, ".build/plugins/outputs")]
      // Packages, targets, destinations.
      for _ in 0..<3 { level = level.flatMap(RecordedRuns.entries) }
      for output in level.map({ Path.join($0, "ApusPlugin") }) {
        for path in RecordedRuns.entries(output)
        where path.hasSuffix(ArgumentsRecord.ending) && seen.insert(path).inserted { found.append(path) }
      }
    }
    return found
  }

  private static func entries(_ folder: String) -> [String] {
    ((try? FileSystem.names(in: folder)) ?? []).map { Path.join(folder, $0) }
  }

  /// The run that a file notes, read again when the file has changed; nil where it holds none.
  func run(_ path: String) -> RecordedRun? {
    let stamp = FileSystem.stamp(of: path) ?? ""
    if let known = known[path], known.stamp == stamp { return known.run }
    var run: RecordedRun?
    do throws(UsageError) {
      run = try RecordedRun(path)
    } catch {
      log("\(path) is passed over: \(error.message)")
    }
    known[path] = (stamp, run)
    return run
  }

  /// The file of the run that compiles a document, or in whose target's folder it stands.
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

  /// What there is to compile by a run.
  ///
  /// - Parameters:
  ///   - open: paths of documents that are open in the editor.
  ///   - folders: where other runs may be noted.
  /// - Returns: nil where the run cannot be repeated: its file is gone, or its schema.
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

  /// Adds documents in the target's folder that came after the build; what is older is none of the target's.
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
        DocumentSearch.isDocument(Path.lastComponent(of: path)),
        open.contains(path) || (FileSystem.state(of: path)?.modified ?? 0) > (time ?? 0),
        self.file(for: path, folders) == run.path
      else { continue }
      inputs.documents.append(Document(path: path, output: run.output(of: path)))
    }
    return search?.folders ?? [folder]
  }
}
