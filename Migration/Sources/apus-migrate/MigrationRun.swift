import ApusDriver
import ApusSource
import ApusMigration

/// One run of the program. The report goes to standard error, the patch to standard output.
enum MigrationRun {
  private static let help = """
    Moves an app from Apollo iOS: says what there is to do, and does what is certain.

    apus-migrate apollo FOLDER [--write] [--allow-dirty] [--cache]
    apus-migrate apollo FOLDER --verify [--since REVISION] [--build COMMAND] [--cache]

    FOLDER is the app, with its apollo-codegen-config.json files, documents and Swift. The report goes to standard
    error; it begins with a verdict for each target. A patch with all changes goes to standard output:
      apus-migrate apollo App > move.patch; git -C App apply ../move.patch

    --write        make the changes instead; existing files are edited, never replaced
    --allow-dirty  write even if git knows of changes in the folder, or does not know the folder
    --cache        give the app a normalized cache even if nothing that it uses of Apollo needs one
    --verify       after --write and your own steps: build the app, and say of each error whether it is at a place
                   that is listed for you, on a line that you wrote since, or a fault of this program
    --since        the commit before the move; without it HEAD
    --build        the command that builds the app; without it that of the package or the Xcode project in FOLDER
    --help         print this

    """

  private static let options: Set<String> = ["--write", "--allow-dirty", "--cache", "--verify"]
  /// Options that take a value, and belong to `--verify`.
  private static let valueOptions: Set<String> = ["--since", "--build"]

  /// - Returns: the exit code: 0; 1 if the input has errors or files cannot be written, or if a build has errors that
  ///   are for people; 2 for wrong usage, or if nothing can be verified; 3 if a build has errors that are ours.
  static func run(_ arguments: [String]) -> Int32 {
    if arguments.contains(where: { $0 == "--help" || $0 == "-h" }) {
      StandardStreams.writeResult(help)
      return 0
    }
    var flags: Set<String> = []
    var operands: [String] = []
    var values: [String: String] = [:]
    var rest = arguments[...]
    while let word = rest.popFirst() {
      if valueOptions.contains(word) {
        guard let value = rest.popFirst() else { return fail("error: '\(word)' needs a value.\n", 2) }
        values[word] = value
      } else if word.hasPrefix("-") {
        flags.insert(word)
      } else {
        operands.append(word)
      }
    }
    if let unknown = flags.subtracting(options).min() {
      return fail("error: Unknown option '\(unknown)'. Run 'apus-migrate --help'.\n", 2)
    }
    guard operands.count == 2, operands[0] == "apollo" else {
      return fail("error: Write 'apus-migrate apollo FOLDER'. Run 'apus-migrate --help'.\n", 2)
    }
    guard FileSystem.kind(of: operands[1]) == .directory else {
      return fail("error: '\(operands[1])' is not a folder. Correct the path.\n", 2)
    }
    if flags.contains("--verify") {
      if !flags.isDisjoint(with: ["--write", "--allow-dirty"]) {
        return fail("error: --verify comes after --write and the steps of its report: run it alone.\n", 2)
      }
      return verify(operands[1], values, usesCache: flags.contains("--cache"))
    }
    if let option = values.keys.min() {
      return fail("error: '\(option)' belongs to --verify. Run 'apus-migrate --help'.\n", 2)
    }
    let project = Project(operands[1], usesCache: flags.contains("--cache"))
    StandardStreams.writeMessage(ProjectReport(project).text)
    let diagnostics = project.faults + project.migrations.flatMap(\.diagnostics)
    StandardStreams.writeMessage(
      diagnostics.sortedByPlace().map(DiagnosticPrinter(usesColor: false).text).joined())
    let hasErrors = diagnostics.contains { $0.severity == .error }
    guard flags.contains("--write") else {
      let code = project.patch.withUnsafeBytes { StandardStreams.write($0, to: 1) }
      return code == 0 && !hasErrors ? 0 : 1
    }
    if !flags.contains("--allow-dirty"), let obstacle = project.obstacle {
      return fail("error: Nothing is written: \(obstacle). --allow-dirty writes all the same.\n", 2)
    }
    do throws(FileError) {
      StandardStreams.writeMessage("\n" + (try project.write()).map { $0 + "\n" }.joined())
    } catch {
      return fail("error: '\(error.path)' cannot be written: \(error.reason).\n", 1)
    }
    return hasErrors ? 1 : 0
  }

  private static func verify(_ folder: String, _ values: [String: String], usesCache: Bool) -> Int32 {
    let path = Path.normalized(Path.join(FileSystem.currentDirectory ?? "/", folder))
    do throws(VerificationFault) {
      let base = try MigrationBase(of: path, at: values["--since"] ?? "HEAD")
      let project = Project(base.folder, usesCache: usesCache)
      let verification = try Verification(path, base, project, build: values["--build"])
      StandardStreams.writeMessage(verification.text)
      return verification.exitCode
    } catch {
      return fail("error: Nothing is verified: \(error.message).\n", 2)
    }
  }

  private static func fail(_ text: String, _ code: Int32) -> Int32 {
    StandardStreams.writeMessage(text)
    return code
  }
}
