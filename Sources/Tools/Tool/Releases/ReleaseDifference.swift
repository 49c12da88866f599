import ApusDriver
import ApusSource

/// `apus-tool diff NEW --releases` and `--manifest`: what a new schema means for versions that are in use.
enum ReleaseDifference {
  static let options = [
    CommandSyntax.Option(
      name: "releases",
      help: "Compare NEW with the releases of 'release add', for each operation of each version."),
    CommandSyntax.Option(
      name: "since", values: ["VERSION"], help: "With --releases, only this version and later ones."),
    CommandSyntax.Option(
      name: "replaces", values: ["FILE"],
      help: "With --releases, the schema that NEW is a version of, if targets have different ones."),
    CommandSyntax.Option(
      name: "manifest", values: ["FILE"], isRepeatable: true,
      help: """
        Validate the requests in a manifest of Apollo, Relay, Hasura or 'manifest' against NEW. How their
        responses are read is not known.
        """),
    CommandSyntax.Option(
      name: "package", values: ["DIR"], help: "The root of the package, which has the folder 'Releases'."),
  ]

  static func run(_ arguments: ParsedArguments, _ output: Output) throws(UsageError) -> ExitCode {
    for option in ["since", "replaces", "package"] where arguments.has(option) && !arguments.has("releases") {
      throw UsageError("--\(option) only applies to --releases.")
    }
    guard arguments.operands.count == 1 else {
      throw UsageError("'diff' with --releases or --manifest takes one schema, NEW.")
    }
    if arguments.has("config") {
      throw UsageError(
        "--config only applies to documents. A release has the configuration that it was built with.")
    }
    let format = Report.format(arguments)
    var comparison = ReleaseComparison(with: arguments.operands)
    var diagnostics: [Diagnostic] = []
    if arguments.has("releases") { diagnostics += try addReleases(arguments, to: &comparison) }
    for path in arguments.values("manifest") {
      let (operations, problems) = RegisteredOperations.read(path)
      diagnostics += problems
      comparison.add(
        operations.map { Release.Operation(name: $0.name, kind: "", id: $0.id ?? "", text: $0.text) },
        of: path)
    }
    diagnostics += comparison.obstacles
    // An incomplete table would look like a verdict about all of it.
    if !diagnostics.isEmpty { return Report.show(diagnostics, as: format, output: output) }
    return ReleaseReport.show(comparison.findings, as: format, output: output)
  }

  private static func addReleases(_ arguments: ParsedArguments, to comparison: inout ReleaseComparison)
    throws(UsageError) -> [Diagnostic]
  {
    let folder = ReleaseFolder(inPackage: arguments.value("package"))
    var (versions, diagnostics) = folder.versions()
    var oldest: ReleaseVersion?
    if let text = arguments.value("since") {
      guard let version = ReleaseVersion(text) else {
        throw UsageError("--since takes a version, such as 2.0, not '\(text)'.")
      }
      oldest = version
      versions.removeAll { $0 < version }
    }
    if versions.isEmpty { diagnostics.append(folder.missing(since: oldest)) }
    for version in versions {
      let path = folder.file(of: version)
      let source: SourceFile
      do throws(FileError) {
        source = try FileSystem.read(path)
      } catch {
        let message = "The release cannot be read: \(error.reason)."
        diagnostics.append(Diagnostic(.error, .unreadableFile, message, path: error.path))
        continue
      }
      let (release, problems) = Release.read(source)
      diagnostics += problems
      guard let release else { continue }
      for part in try parts(of: release, version, replaced: arguments.value("replaces")) {
        comparison.add(part, of: version.text, at: path)
      }
    }
    return diagnostics
  }

  /// The parts with the schema that the new one replaces.
  private static func parts(of release: Release, _ version: ReleaseVersion, replaced: String?)
    throws(UsageError) -> [Release.Part]
  {
    let known = release.parts.map(\.schemaPath)
    guard let replaced else {
      if known.count == 1 { return release.parts }
      throw UsageError(
        "The targets of \(version.text) have the schemas \(known.joined(separator: ", ")). Name the one that NEW replaces: --replaces FILE."
      )
    }
    let path = Path.normalized(replaced)
    // A schema may have several files.
    let found = release.parts.filter { ", \($0.schemaPath), ".contains(", \(path), ") }
    if !found.isEmpty { return found }
    throw UsageError(
      "--replaces: no target of \(version.text) has the schema '\(replaced)'. There is \(known.joined(separator: ", "))."
    )
  }
}
