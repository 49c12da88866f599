import ApusCompiler
import ApusDiagnostics
import ApusJSON

/// Diagnostics to the client.
extension LanguageServer {
  /// So many are published for a file; another one says how many there are beside them.
  private static let maximumCount = 500

  /// Publishes a project's diagnostics: a list for each file that has some, and an empty one for each that had.
  func publish(_ project: Project, _ found: [Diagnostic]) {
    var byPath: [String: [Diagnostic]] = [:]
    for diagnostic in (found + project.diagnostics).sortedByPlace() {
      guard let path = diagnostic.ranges.first?.file.path ?? diagnostic.path ?? firstOpen(in: project) else {
        continue
      }
      // A document of a module below is that module's.
      if isOfOther(path, project) { continue }
      // Dozens of warnings about a schema that nobody has open help nobody.
      if project.isSchema(path), texts.open[path] == nil, diagnostic.severity == .warning { continue }
      byPath[path, default: []].append(diagnostic)
    }
    if !project.hasSchema { replaceMissingSchema(&byPath, project) }
    for path in texts.open.keys where project.owns(path) && byPath[path] == nil { byPath[path] = [] }
    for path in project.published where byPath[path] == nil { byPath[path] = [] }
    for (path, diagnostics) in byPath.sorted(by: { $0.key < $1.key }) {
      publish(path, diagnostics, of: project)
    }
  }

  private func isOfOther(_ path: String, _ project: Project) -> Bool {
    !project.owns(path) && projects.values.contains { $0 !== project && $0.owns(path) }
  }

  private func firstOpen(in project: Project) -> String? {
    texts.open.keys.sorted().first { project.contains($0) }
  }

  /// Without a schema only syntax is checked: each open document says so, and in no louder voice.
  private func replaceMissingSchema(_ byPath: inout [String: [Diagnostic]], _ project: Project) {
    var missing: Diagnostic?
    for (path, diagnostics) in byPath {
      byPath[path] = diagnostics.filter { diagnostic in
        if diagnostic.code == .missingSchema { missing = diagnostic }
        return diagnostic.code != .missingSchema
      }
      if byPath[path]?.isEmpty ?? false { byPath[path] = nil }
    }
    guard let missing else { return }
    for path in texts.open.keys where project.contains(path) { byPath[path, default: []].append(missing) }
  }

  /// Publishes the diagnostics of one document of a project.
  func publish(_ path: String, _ diagnostics: [Diagnostic], of project: Project) {
    if diagnostics.isEmpty { project.published.remove(path) } else { project.published.insert(path) }
    publish(path, diagnostics)
  }

  private func publish(_ path: String, _ diagnostics: [Diagnostic]) {
    var items = diagnostics.prefix(LanguageServer.maximumCount).map { item($0, path) }
    if diagnostics.count > LanguageServer.maximumCount {
      items.append([
        "range": Form.start, "severity": .number(3), "source": "apus",
        "message": .string(
          "There are \(diagnostics.count - LanguageServer.maximumCount) more findings in this file."),
      ])
    }
    var members: [(name: String, value: JSONOutput)] = [("uri", .string(texts.uri(path)))]
    if let version = texts.open[path]?.version { members.append(("version", .number(version))) }
    members.append(("diagnostics", .array(items)))
    notifyClient("textDocument/publishDiagnostics", .object(members))
  }

  func item(_ diagnostic: Diagnostic, _ path: String) -> JSONOutput {
    let severity = diagnostic.code == .missingSchema ? 3 : diagnostic.severity == .error ? 1 : 2
    var members: [(name: String, value: JSONOutput)] = [
      ("range", diagnostic.ranges.first.map(range) ?? Form.start), ("severity", .number(severity)),
      ("code", .string(diagnostic.code.name)),
      ("source", "apus"),
      ("message", .string(diagnostic.message)),
    ]
    let notes = diagnostic.notes.map { note in (note.message, note.range ?? diagnostic.ranges.first) }
    let others = diagnostic.otherRanges.map { ("This place takes part.", Optional($0)) }
    let related: [JSONOutput] = (notes + others).compactMap { message, place in
      place.map { ["location": location($0), "message": .string(message)] }
    }
    if !related.isEmpty { members.append(("relatedInformation", .array(related))) }
    if diagnostic.code.name.hasPrefix("deprecated-") { members.append(("tags", [.number(2)])) }
    if diagnostic.code.name == "unused-variable" || diagnostic.code.name == "unused-fragment" {
      members.append(("tags", [.number(1)]))
    }
    return .object(members)
  }
}
