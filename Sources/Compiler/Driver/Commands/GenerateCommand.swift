import ApusSource

/// `apusc generate`: compiles documents to Swift.
enum GenerateCommand {
  static var command: Command { Command(syntax: GenerateOptions.syntax, run: run) }

  private static func run(_ arguments: ParsedArguments, _ output: Output) throws(UsageError) -> ExitCode {
    if arguments.operands.contains(FileSystem.standardInput) {
      throw UsageError("Standard input has no name for its output. Pass 'generate' a file.")
    }
    if let name = arguments.value("root-note") { return try noteRoots(arguments, name, output) }
    let folder = OutputFolder(try arguments.required("output"), part: arguments.value("part") ?? "")
    let collected = try InputOptions.collect(arguments, documents: try GenerateOptions.pairs(arguments))
    var diagnostics = collected.diagnostics
    // Editors need to know the inputs even while they do not compile.
    if let path = arguments.value("record") {
      let words = arguments.absolute(from: FileSystem.currentDirectory ?? ".")
      diagnostics += ArgumentsRecord.write(words, nextTo: path)
    }
    if collected.hasErrors { return Report.show(diagnostics, output: output) }
    if arguments.has("pair") {
      // A build passes pairs, and tracks the schemas that it passes.
      let roots = arguments.values("package") + arguments.groups("dependency-package").map { $0[1] }
      let watched =
        arguments.values("default-schema") + arguments.values("schema")
        + arguments.groups("dependency-schema").map { $0[1] }
        + collected.inputs.schemas.filter { PackageRoot.isNoted($0, among: roots) }
      let untracked = collected.inputs.untrackedFiles(watched: watched)
      diagnostics += collected.inputs.configuration.severities.apply(to: untracked)
    }
    let record = arguments.value("record").flatMap { path in
      Executable.identity.map { BuildRecord(path: path, tool: $0) }
    }
    let result = Pipeline.generate(
      collected.inputs, into: folder, keeping: arguments.values("keep"), record: record)
    remains = result.remains
    return Report.show(diagnostics + result.diagnostics, output: output)
  }

  /// Updates the note about package roots, which every build does first.
  private static func noteRoots(_ arguments: ParsedArguments, _ name: String, _ output: Output)
    throws(UsageError) -> ExitCode
  {
    let folder = try arguments.required("output")
    let name = try GenerateOptions.validName(name, of: "root-note")
    do throws(FileError) {
      try FileSystem.makeDirectory(folder)
      try FileSystem.write(PackageRoot.note(of: arguments.operands), to: Path.join(folder, name))
      return .success
    } catch {
      let message = "The output cannot be written: \(error.reason)."
      return Report.show([Diagnostic(.error, .unwritableFile, message, path: error.path)], output: output)
    }
  }

  /// The objects that the run created. They are kept until the process exits, because deallocating them would take
  /// time. A global keeps them reachable for the leak checker of `--sanitize=address`.
  ///
  /// It is safe: the process has one thread, which writes this once and never reads it.
  private nonisolated(unsafe) static var remains: [Any] = []
}
