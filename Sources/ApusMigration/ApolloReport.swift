import ApusCompiler
import ApusDiagnostics

/// The report of a migration, and what it writes.
package struct ApolloReport {
  package let migration: ApolloMigration
  private let show: (String) -> String
  /// What the Swift files of each target use, by its name.
  private var uses: [(name: String, uses: ApolloUses, completions: Int, edits: Int, rest: Int)] = []

  package init(_ migration: ApolloMigration) {
    self.migration = migration
    show = migration.show
    count()
  }

  private var sources: ApolloSources { migration.sources }

  /// Counts by target: those of the configuration, and those that other files are of.
  private mutating func count() {
    uses = migration.targets.map { ($0.name, $0.uses, 0, 0, 0) }
    var names: [String: String] = [:]
    for file in sources.files {
      let folder = Path.parent(of: file.source.path)
      if names[folder] == nil {
        let own = migration.targets.first {
          Path.relative(folder, to: $0.folder) != nil || folder == $0.folder
        }
        names[folder] =
          own?.name ?? PackageTargets(around: folder).target(of: file.source.path)?.name
          ?? Path.lastComponent(of: folder)
      }
      let name = names[folder] ?? ""
      if !uses.contains(where: { $0.name == name }) { uses.append((name, ApolloUses(), 0, 0, 0)) }
      guard let index = uses.firstIndex(where: { $0.name == name }) else { continue }
      uses[index].uses.add(file.tokens)
      uses[index].uses.add(.completions, file.completions)
      uses[index].edits += file.edits.count { $0.text != nil }
      uses[index].rest += file.edits.count { $0.text == nil }
    }
    uses.removeAll { entry in
      entry.uses.counts.isEmpty && entry.edits + entry.rest == 0
        && !migration.targets.contains { $0.name == entry.name }
    }
  }

  // MARK: - Text

  package var text: String {
    var text = verdicts
    section("Configuration", configurationLines, &text)
    section("Files to move into the target's folder", moveLines, &text)
    section("The build", buildLines + downloadLines, &text)
    section("What becomes of Apollo's keys", migration.configuration.keyLines, &text)
    section("To look at", migration.remarks, &text)
    section("Apollo's own directives in documents", directiveLines, &text)
    section("Names", nameLines, &text)
    section("Generated files to delete", generatedLines, &text)
    if migration.hasSources { section("Sources", sourceLines, &text) }
    return text
  }

  private func section(_ title: String, _ lines: [String], _ text: inout String) {
    if lines.isEmpty { return }
    text += "\n\(title):\n"
    for line in lines {
      text +=
        "  " + line.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n  ") + "\n"
    }
  }

  private var verdicts: String {
    uses.map { entry in
      let target = migration.targets.first { $0.name == entry.name }
      var work: [String] = []
      let moves = target?.moves.count ?? 0
      if moves > 0 { work.append(moves == 1 ? "1 file to move" : "\(moves) files to move") }
      let supported = entry.uses.list(true)
      if !supported.isEmpty { work.append(supported) }
      if entry.rest > 0 { work.append("\(entry.rest) places in sources") }
      let errors = target == nil ? 0 : migration.diagnostics.count { $0.severity == .error }
      if errors > 0 { work.append(errors == 1 ? "1 error in documents" : "\(errors) errors in documents") }
      if target != nil { work += migration.handWork }
      let missing = entry.uses.list(false)
      var verdict = missing.isEmpty ? "" : "not yet: \(missing)"
      if !work.isEmpty {
        verdict += (missing.isEmpty ? "" : "; ") + "by hand: \(work.joined(separator: ", "))"
      }
      return "\(entry.name): \(verdict.isEmpty ? "now" : verdict)\n"
    }.joined()
  }

  private var configurationLines: [String] {
    migration.targets.map { target in
      if target.configuration.isEmpty { return "\(target.name) needs no apus.json." }
      let count = target.documents.count
      let documents = count == 0 ? "the schema's types" : count == 1 ? "1 document" : "\(count) documents"
      return "\(show(target.configurationPath)), for \(documents):\n\(target.configurationText)".trimmedEnd
    }
  }

  private var buildLines: [String] {
    var products = ["Apus", "ApusClient"]
    if migration.usesCache { products.append("ApusCache") }
    let isOnDisk = sources.files.contains { $0.tokens.contains { $0.text == "SQLiteNormalizedCache" } }
    if isOnDisk { products.append("ApusCacheSQLite") }
    return migration.targets.flatMap { $0.buildSteps(products: products, show: show) }
  }

  private var moveLines: [String] {
    let moves = migration.targets.flatMap(\.moves)
    let folders = Set(moves.map { Path.parent(of: $0.to) }).sorted(by: Path.precedes)
    return folders.filter { FileSystem.kind(of: $0) == nil }.map { "mkdir -p \(quoted(show($0)))" }
      + moves.map { "git mv \(quoted(show($0.from))) \(quoted(show($0.to)))" }
  }

  private func quoted(_ path: String) -> String {
    let isPlain = path.allSatisfy { $0.isLetter || $0.isNumber || "/._-+".contains($0) }
    return isPlain ? path : "'" + path.replacing("'", with: "'\\''") + "'"
  }

  private var downloadLines: [String] {
    guard let download = migration.configuration.download else { return [] }
    let path = show(Path.normalized(Path.join(migration.folder, download.output)))
    var lines: [String] = []
    if let url = download.publicURL {
      let variables = download.headers.map { name in
        let variable = name.uppercased().map { $0.isLetter || $0.isNumber ? $0 : "_" }
        return " --header \"\(name): $\(String(variable))\""
      }
      let line = "swift package apus-fetch-schema '\(url)'\(variables.joined()) --output \(quoted(path))"
      lines.append("Download the schema with:\n  \(line)")
    } else {
      let graph = download.graph.isEmpty ? "GRAPH@VARIANT" : download.graph
      lines.append(
        "Download the schema with the graph's key in the environment, as APOLLO_KEY:\n  swift package apus-fetch-schema --graphos \(quoted(graph)) --output \(quoted(path))"
      )
    }
    for range in download.secrets {
      let place = range.position
      lines.append(
        "\(show(migration.configuration.path)):\(place.line):\(place.column): this may be a secret. It is not copied: use an environment variable, and keep the value out of version control."
      )
    }
    return lines
  }

  private var directiveLines: [String] {
    migration.documentEdits.flatMap { entry in entry.edits.map { $0.line(show(entry.source.path)) } }
  }

  private var nameLines: [String] {
    guard let names = migration.names else { return [] }
    return names.changed.map { "\($0.kind) \($0.apollo) → \($0.ours)" } + [
      "\(names.sameCount) names stay as they are."
    ]
  }

  private var generatedLines: [String] {
    let files = sources.generated
    var folders: [String: Int] = [:]
    for file in files { folders[Path.parent(of: file), default: 0] += 1 }
    return folders.sorted { Path.precedes($0.key, $1.key) }.map { folder, count in
      "\(show(folder)): \(count == 1 ? "1 file" : "\(count) files")"
    }
  }

  /// What is left to a person in sources.
  var tasks: [String] { sources.files.flatMap { $0.edits.filter { $0.text == nil }.map(\.task) } }

  /// A line for each line of a file that changes, or that a person has to change.
  private var sourceLines: [String] {
    sources.files.flatMap { file in
      file.changes.map { "\(show(file.source.path)):\($0)" }
    }
  }

  // MARK: - Writing

  /// Writes each `apus.json` that is not there yet and, where sources were given, the edits that are certain.
  ///
  /// - Returns: a line for each file.
  package func write() throws(FileError) -> [String] {
    var lines: [String] = []
    for target in migration.targets where !target.configuration.isEmpty {
      let path = target.configurationPath
      if FileSystem.kind(of: path) != nil {
        lines.append("\(show(path)) is there already and stays as it is.")
        continue
      }
      try FileSystem.makeDirectory(target.folder)
      try FileSystem.write(target.configurationText, to: path)
      lines.append("\(show(path)) is written.")
    }
    guard migration.hasSources else { return lines }
    let edited =
      sources.files.map { ($0.source, $0.edits) } + migration.documentEdits.map { ($0.source, $0.edits) }
    for (source, edits) in edited {
      let count = edits.count { $0.text != nil }
      if count == 0 { continue }
      try FileSystem.write(SourceEdit.apply(edits, to: source), to: source.path)
      lines.append("\(show(source.path)): \(count == 1 ? "1 edit" : "\(count) edits").")
    }
    return lines
  }
}

extension String {
  fileprivate var trimmedEnd: String { hasSuffix("\n") ? String(dropLast()) : self }
}
