import ApusDriver
import ApusSource

/// The report for one Apollo configuration.
struct ApolloReport {
  let migration: ApolloMigration
  private let show: (String) -> String
  private let sources: ApolloSources

  init(_ migration: ApolloMigration, _ sources: ApolloSources) {
    self.migration = migration
    self.sources = sources
    show = migration.show
  }

  // MARK: - Text

  var text: String {
    var text = ""
    section("Configuration", configurationLines, &text)
    section("Files to move into the target's folder", moveLines, &text)
    section("The build", buildLines + downloadLines, &text)
    section("What becomes of Apollo's keys", migration.configuration.keyLines, &text)
    section("To look at", migration.remarks, &text)
    section("Apollo's own directives in documents", directiveLines, &text)
    section("Names", nameLines, &text)
    return text
  }

  private func section(_ title: String, _ lines: [String], _ text: inout String) {
    text += ProjectReport.section(title, lines)
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
    let isOnDisk = sources.files.contains {
      $0.tree.tokens(viewMode: .sourceAccurate).contains { $0.text == "SQLiteNormalizedCache" }
    }
    if isOnDisk { products.append("ApusCacheSQLite") }
    return migration.targets.flatMap { $0.buildSteps(products: products, show: show) }
  }

  private var moveLines: [String] {
    let moves = migration.targets.flatMap(\.moves)
    let folders = Set(moves.map { Path.parent(of: $0.to) }).sorted(by: ByteOrder.precedes)
    return folders.filter { FileSystem.kind(of: $0) == nil }.map { "mkdir -p \(quoted(show($0)))" }
      + moves.map { "git mv \(quoted(show($0.from))) \(quoted(show($0.to)))" }
  }

  private func quoted(_ path: String) -> String {
    let isPlain = path.allSatisfy { $0.isLetter || $0.isNumber || "/._-+".contains($0) }
    return isPlain ? path : "'" + path.replacing("'", with: "'\\''") + "'"
  }

  private var downloadLines: [String] {
    guard let download = migration.configuration.download else { return [] }
    let output = Path.normalized(Path.join(migration.folder, download.output))
    let path = show(migration.targets.first?.moved(output) ?? output)
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
}

extension String {
  fileprivate var trimmedEnd: String { hasSuffix("\n") ? String(dropLast()) : self }
}
