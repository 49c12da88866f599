import ApusDriver

/// The last step of a move: builds the app and attributes each error to the user or to this program.
package struct Verification {
  /// The reason for an error.
  private enum Cause: Int, CaseIterable {
    /// The target does not have Apus yet, so nothing of it is compiled.
    case withoutApus
    case listed
    case following
    case changed
    case document
    case edited
    case missed

    var title: String {
      switch self {
      case .withoutApus: "Targets without Apus: do what the report says under \"The build\""
      case .listed: "At places that are listed for a person"
      case .following:
        "Elsewhere, where these errors may follow from the listed places: mend those first, and build again"
      case .changed: "On lines and in files that people wrote since"
      case .document: "In documents and configurations"
      case .edited: "Faults of apus-migrate, which edited these places: please report them"
      case .missed: "Faults of apus-migrate, which neither edited nor listed these places: please report them"
      }
    }

    var isOurs: Bool { self == .edited || self == .missed }
  }

  private struct Finding {
    var cause: Cause
    var error: CompilerError
    var note = ""
  }

  private let output: BuildOutput
  private let findings: [Finding]
  /// Files with edits or listed places that the build does not compile.
  private let left: [String]
  /// Listed places that nobody has changed.
  private let remaining: Int
  private let command: String
  private let show: (String) -> String

  /// Builds an app after its move.
  ///
  /// - Parameters:
  ///   - folder: the app.
  ///   - base: the app before the move.
  ///   - project: what is edited and listed in it.
  ///   - given: the command that builds the app, if it is not the usual one.
  /// - Throws: ``VerificationFault`` if nothing can be built, or nothing was moved.
  package init(_ folder: String, _ base: MigrationBase, _ project: Project, build given: String?)
    throws(VerificationFault)
  {
    if project.sources.modules.imports.isDisjoint(with: ApolloEdits.ours.keys) {
      throw VerificationFault(
        "no Swift file of that commit imports Apollo: name the commit before the move, with --since")
    }
    let build = try AppBuild(of: folder, given: given)
    self.init(folder, base, project, try build.run(), build.command.text)
  }

  init(_ folder: String, _ base: MigrationBase, _ project: Project, _ output: BuildOutput, _ command: String)
  {
    self.output = output
    self.command = command
    let real = FileSystem.realPath(folder) ?? folder
    show = { Path.relative($0, to: folder) ?? Path.relative($0, to: real) ?? $0 }
    var maps: [String: PlaceMap] = [:]
    var left: [String] = []
    var remaining = 0
    for file in project.sources.files {
      let path = base.current(file.source.path)
      guard let now = try? FileSystem.read(path) else { continue }
      let map = PlaceMap(file, now: Array(UnsafeBufferPointer(start: now.bytes, count: now.count)))
      maps[file.source.path] = map
      remaining += map.remaining
      if !file.edits.isEmpty, let compiled = output.compiled, !compiled.contains(path) { left.append(path) }
    }
    self.left = left
    self.remaining = remaining
    let found = output.errors.map { error in
      if error.message.hasPrefix("no such module 'Apus") { return Finding(cause: .withoutApus, error: error) }
      if !error.path.hasSuffix(".swift") { return Finding(cause: .document, error: error) }
      let path = Path.normalized(Path.join(folder, error.path))
      guard let map = base.path(of: path).flatMap({ maps[$0] }) else {
        let isGenerated =
          path.contains("/.build/") || path.contains("/DerivedData/") || path.contains("/apus-migrate-")
        return Finding(
          cause: isGenerated ? .missed : .changed, error: error, note: isGenerated ? "generated code" : "")
      }
      switch map.line(error.line) {
      case .listed(let task): return Finding(cause: .listed, error: error, note: "by hand: \(task)")
      case .changed: return Finding(cause: .changed, error: error)
      case .edited(let reason):
        return Finding(cause: .edited, error: error, note: "it was certain, for \(reason)")
      case .untouched: return Finding(cause: .missed, error: error)
      }
    }
    // A declaration with a type that is yet to be replaced makes errors where it is used.
    let isOpen = found.contains { $0.cause == .listed }
    findings = found.map { finding in
      var finding = finding
      if isOpen, finding.cause == .missed, finding.note.isEmpty { finding.cause = .following }
      return finding
    }
  }

  /// 0 if everything compiles; 1 if what does not is for people; 2 if part of the app was not compiled; 3 if there is
  /// a fault of the program's.
  package var exitCode: Int32 {
    if findings.contains(where: \.cause.isOurs) { return 3 }
    let isPartial = !left.isEmpty || findings.contains { $0.cause == .withoutApus }
    if isPartial || !output.succeeded && findings.isEmpty { return 2 }
    return output.succeeded ? 0 : 1
  }

  package var text: String {
    let count = findings.count
    var text = "Verification with '\(command)': \(count) \(count == 1 ? "error" : "errors")\n"
    if !output.succeeded, findings.isEmpty {
      text = "Nothing is verified: '\(command)' fails, and no error has a place; \(output.end)\n"
    }
    for cause in Cause.allCases {
      text += ProjectReport.section(
        cause.title,
        findings.filter { $0.cause == cause }.map { finding in
          let line = "\(show(finding.error.path)):\(finding.error.line): \(finding.error.message)"
          return finding.note.isEmpty ? line : "\(line)\n  \(finding.note)"
        })
    }
    text += ProjectReport.section("Files with places that this build does not compile", left.map(show))
    var remarks: [String] = []
    if !output.succeeded {
      remarks.append("What depends on a target with errors is not compiled: build again after mending.")
    }
    if output.compiled == nil { remarks.append("Which files the command compiles is not known.") }
    if remaining > 0 {
      let places = remaining == 1 ? "1 listed place is" : "\(remaining) listed places are"
      remarks.append("\(places) as before the move, whether or not the compiler objects.")
    }
    return text + ProjectReport.section("To look at", remarks)
  }
}
