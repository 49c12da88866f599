import ApusDriver
import ApusSource

/// `apus-tool release`: keeps what each shipped version sends, for `diff --releases`.
enum ReleaseCommand {
  static var command: Command { Command(syntax: syntax, run: run) }

  private static var syntax: CommandSyntax {
    CommandSyntax(
      name: "release",
      summary: "Record what a shipped version sends, for 'diff --releases'.",
      operands: "add|list|remove VERSION PATH…",
      needsOperand: true,
      discussion: """
        'add 2.3.0' writes Releases/2.3.0.json: every operation as it is sent, and the part of the schema that it
        reaches. Run it at the commit that ships, and commit the file. 'list' prints the versions in order,
        'remove 2.3.0' deletes the file of a version that nobody uses any more.
        """,
      options: InputOptions.all + ReportOptions.all)
  }

  private static func run(_ arguments: ParsedArguments, _ output: Output) throws(UsageError) -> ExitCode {
    let folder = try folder(arguments)
    switch arguments.operands[0] {
    case "list":
      try takeNothing(arguments, after: 1)
      let (versions, diagnostics) = folder.versions()
      output.result(versions.map { $0.text + "\n" }.joined())
      return Report.show(diagnostics, output: output)
    case "remove":
      try takeNothing(arguments, after: 2)
      return try remove(try version(arguments), folder, output)
    case "add": return try add(try version(arguments), folder, arguments, output)
    case let other:
      let suggestion = Suggestions.didYouMean(other, among: ["add", "list", "remove"])
      throw UsageError("'release' takes 'add', 'list' or 'remove', not '\(other)'.\(suggestion)")
    }
  }

  private static func folder(_ arguments: ParsedArguments) throws(UsageError) -> ReleaseFolder {
    let package = arguments.value("package")
    if let package, FileSystem.kind(of: package) != .directory {
      throw UsageError("--package: there is no folder '\(package)'.")
    }
    return ReleaseFolder(inPackage: package)
  }

  private static func version(_ arguments: ParsedArguments) throws(UsageError) -> ReleaseVersion {
    guard arguments.operands.count > 1 else { throw UsageError("VERSION is missing.") }
    let text = arguments.operands[1]
    guard let version = ReleaseVersion(text) else {
      throw UsageError("'\(text)' is not a version. Write numbers with dots, such as 2.3.0 or 2.3.0-beta.1.")
    }
    return version
  }

  private static func takeNothing(_ arguments: ParsedArguments, after count: Int) throws(UsageError) {
    guard arguments.operands.count > count else { return }
    throw UsageError("'release \(arguments.operands[0])' does not take '\(arguments.operands[count])'.")
  }

  private static func remove(_ version: ReleaseVersion, _ folder: ReleaseFolder, _ output: Output)
    throws(UsageError) -> ExitCode
  {
    let file = folder.file(of: version)
    guard FileSystem.kind(of: file) == .file else {
      let known = folder.versions().all.map(\.text)
      let list = known.isEmpty ? "There are no releases." : "There are \(known.joined(separator: ", "))."
      throw UsageError("There is no release '\(version.text)'. \(list)")
    }
    do throws(FileError) {
      try FileSystem.remove(file)
    } catch {
      return fail(error, output)
    }
    output.result("\(file) is removed.\n")
    return .success
  }

  private static func add(
    _ version: ReleaseVersion, _ folder: ReleaseFolder, _ arguments: ParsedArguments, _ output: Output
  ) throws(UsageError) -> ExitCode {
    if let known = folder.versions().all.first(where: { $0 == version }) {
      throw UsageError(
        "There is a release '\(known.text)' already, and what was shipped does not change. To record it again, remove it first."
      )
    }
    var diagnostics: [Diagnostic] = []
    var recorder = ReleaseRecorder(package: arguments.value("package") ?? FileSystem.currentDirectory ?? ".")
    for target in arguments.targets {
      let paths = Array(target.operands.dropFirst(2))
      if paths.isEmpty { throw UsageError("PATH… is missing.") }
      let collected = try InputOptions.collect(target, paths: paths)
      diagnostics += collected.diagnostics
      if collected.hasErrors { continue }
      let lowered = Pipeline.lower(collected.inputs)
      // Warnings are left to builds and `swift package apus check`.
      diagnostics += lowered.diagnostics.filter { $0.severity == .error }
      guard let (program, options) = lowered.output else { continue }
      diagnostics += recorder.add(program, options, collected.inputs)
    }
    if !diagnostics.contains(where: { $0.severity == .error }) {
      if let release = recorder.release {
        let file = folder.file(of: version)
        do throws(FileError) {
          try FileSystem.makeDirectory(folder.path)
          try FileSystem.write(release.text, to: file)
        } catch {
          return fail(error, output)
        }
        output.result("\(file) is written.\n")
      } else {
        diagnostics.append(
          Diagnostic(.error, .noDocuments, "The documents have no operation, so there is nothing to record."))
      }
    }
    return Report.show(diagnostics, output: output)
  }

  private static func fail(_ error: FileError, _ output: Output) -> ExitCode {
    let message = "The release cannot be changed: \(error.reason)."
    return Report.show([Diagnostic(.error, .unwritableFile, message, path: error.path)], output: output)
  }
}
