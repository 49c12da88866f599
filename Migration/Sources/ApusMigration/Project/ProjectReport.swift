import ApusDriver
import ApusSource

/// The report for a whole project: an assessment of each part, the changes to its configurations, and every affected
/// place in its sources.
package struct ProjectReport {
  private let project: Project
  private let show: (String) -> String
  private let parts: [Part]

  /// A target, or a folder with sources that use Apollo.
  private struct Part {
    var name: String
    var uses: ApolloUses
    var files = 0
    var edits = 0
    var chores: [Chore: Int] = [:]

    var listed: Int { chores.values.reduce(0, +) }
  }

  package init(_ project: Project) {
    self.project = project
    show = project.show
    parts = ProjectReport.count(project)
  }

  private static func count(_ project: Project) -> [Part] {
    let targets = project.migrations.flatMap(\.targets)
    var parts = targets.map { Part(name: $0.name, uses: $0.uses) }
    var names: [String: String] = [:]
    for file in project.sources.files {
      let folder = Path.parent(of: file.source.path)
      if names[folder] == nil {
        let own = targets.first { Path.relative(folder, to: $0.folder) != nil || folder == $0.folder }
        names[folder] =
          own?.name ?? PackageTargets(around: folder).target(of: file.source.path)?.name
          ?? Path.lastComponent(of: folder)
      }
      let name = names[folder] ?? ""
      if !parts.contains(where: { $0.name == name }) { parts.append(Part(name: name, uses: ApolloUses())) }
      guard let index = parts.firstIndex(where: { $0.name == name }) else { continue }
      parts[index].uses.add(file, project.sources.index)
      let edits = file.changes.count
      let listed = file.edits.filter { $0.text == nil }
      parts[index].edits += edits
      for edit in listed { parts[index].chores[edit.chore, default: 0] += 1 }
      if edits + listed.count > 0 { parts[index].files += 1 }
    }
    return parts.filter { part in
      part.edits + part.listed > 0 || targets.contains { $0.name == part.name }
    }
  }

  // MARK: - Text

  package var text: String {
    var text = verdicts
    text += ProjectReport.section("To look at", project.remarks)
    for migration in project.migrations {
      let path = show(migration.configuration.path)
      if project.migrations.count > 1 { text += "\n\(path)\n" }
      text += ApolloReport(migration, project.sources).text
    }
    text += ProjectReport.section("Generated files to delete", generatedLines)
    text += ProjectReport.section(
      "Generated files that people edit: move what is yours, then delete them",
      project.sources.editable.map(show))
    text += ProjectReport.section("Edits in sources", editLines)
    text += ProjectReport.section("Places in sources for a person", taskLines)
    return text
  }

  static func section(_ title: String, _ lines: [String]) -> String {
    if lines.isEmpty { return "" }
    let text = lines.map { line in
      "  " + line.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n  ") + "\n"
    }
    return "\n\(title):\n" + text.joined()
  }

  private var verdicts: String {
    if parts.isEmpty { return "\(Path.lastComponent(of: project.folder)): nothing uses Apollo here\n" }
    return parts.map { "\($0.name): \(verdict($0))\n" + chores(of: $0) }.joined()
  }

  /// How many places have the same kind of work, the most frequent first.
  private func chores(of part: Part) -> String {
    let counts = Chore.allCases.compactMap { chore in part.chores[chore].map { (chore, $0) } }
    return counts.sorted { $1.1 < $0.1 }.map { chore, count in
      "  \(ProjectReport.counted(count, "place", "places")): \(chore.rawValue)\n"
    }.joined()
  }

  /// Summarizes the work for a part in words and counts. It is based on what was found; only a build shows the rest.
  private func verdict(_ part: Part) -> String {
    let migration = project.migrations.first { $0.targets.contains { $0.name == part.name } }
    let target = migration?.targets.first { $0.name == part.name }
    var clauses: [String] = []
    let missing = part.uses.list(false)
    if !missing.isEmpty { clauses.append("cannot move yet: \(missing)") }
    if project.migrations.isEmpty {
      clauses.append(
        "not known: there is no Apollo configuration, so the generated types are unknown")
    } else if migration.map({ !$0.hasSchema }) ?? project.migrations.contains(where: { !$0.hasSchema }) {
      clauses.append(
        "not known: the schema is not in the folder, so documents and names could not be checked")
    }
    var places =
      part.edits + part.listed == 0
      ? "no place in sources uses Apollo"
      : "\(ProjectReport.counted(part.edits, "place is edited", "places are edited")) and \(ProjectReport.counted(part.listed, "place is", "places are")) left to a person"
    if part.files > 0 { places += ", in \(ProjectReport.counted(part.files, "file", "files"))" }
    clauses.append(places)
    var work: [String] = []
    if let count = target?.moves.count, count > 0 {
      work.append(count == 1 ? "1 file to move" : "\(count) files to move")
    }
    let supported = part.uses.list(true)
    if !supported.isEmpty { clauses.append("it uses \(supported)") }
    let errors = migration?.diagnostics.count { $0.severity == .error } ?? 0
    if errors > 0 { work.append(errors == 1 ? "1 error in documents" : "\(errors) errors in documents") }
    if target?.isPrimary == true { work += migration?.handWork ?? [] }
    if !work.isEmpty { clauses.append("by hand: \(work.joined(separator: ", "))") }
    return clauses.joined(separator: "; ")
  }

  private static func counted(_ count: Int, _ one: String, _ many: String) -> String {
    "\(count) \(count == 1 ? one : many)"
  }

  private var generatedLines: [String] {
    var folders: [String: Int] = [:]
    for file in project.sources.generated { folders[Path.parent(of: file), default: 0] += 1 }
    return folders.sorted { ByteOrder.precedes($0.key, $1.key) }.map { folder, count in
      "\(show(folder)): \(count == 1 ? "1 file" : "\(count) files")"
    }
  }

  /// Manual changes in sources.
  var tasks: [String] { project.sources.files.flatMap { $0.edits.filter { $0.text == nil }.map(\.task) } }

  /// Report lines for each edit, with the reason why it is certain.
  private var editLines: [String] {
    project.sources.files.flatMap { file in
      file.changes.map { change in
        "\(show(file.source.path)):\(change.line): \(SourceEdit.oneLine(change.old)) → \(SourceEdit.oneLine(change.new))\n  certain: \(change.reasons.joined(separator: "; "))"
      }
    }
  }

  /// Report lines for each place to change manually, with line numbers before and after the edits.
  private var taskLines: [String] {
    project.sources.files.flatMap { file in
      file.edits.filter { $0.text == nil }.sorted { $0.start < $1.start }.map { edit in
        let after = file.lineAfter(edit.start)
        let moved = after == file.source.line(at: edit.start) + 1 ? "" : " (line \(after) after the edits)"
        return
          "\(show(file.source.path)):\(edit.place)\(moved): \(SourceEdit.oneLine(edit.original)): by hand: \(edit.task)"
      }
    }
  }
}
