import ApusDriver
import ApusSource

/// Publishes diagnostics to the client.
extension LanguageServer {
  /// The maximum number of diagnostics per file. An additional diagnostic counts the others.
  private static let maximumCount = 500

  /// The diagnostics last published for a file.
  struct Published {
    /// The client's own URI for an open file.
    var uri: String?
    var version: Int?
    var diagnostics: [Diagnostic]
  }

  /// Publishes a project's diagnostics: a list for each file that has some, and an empty list for each that no longer
  /// has any.
  func publish(_ project: Project, _ found: [Diagnostic]) {
    var byPath: [String: [Diagnostic]] = [:]
    for diagnostic in found + project.diagnostics {
      guard let path = diagnostic.ranges.first?.file.path ?? diagnostic.path ?? firstOpen(in: project) else {
        continue
      }
      byPath[path, default: []].append(diagnostic)
    }
    for (path, diagnostics) in byPath {
      // A document of a dependency is reported by its own module.
      if isOfOther(path, project) {
        byPath[path] = nil
      } else if project.isSchema(path), texts.open[path] == nil {
        // Warnings about a schema are only shown if the schema is open.
        let errors = diagnostics.filter { $0.severity == .error }
        byPath[path] = errors.isEmpty ? nil : errors
      }
    }
    if !project.hasSchema { replaceMissingSchema(&byPath, project) }
    for path in texts.open.keys where project.owns(path) && byPath[path] == nil { byPath[path] = [] }
    for path in project.published where byPath[path] == nil { byPath[path] = [] }
    for (path, diagnostics) in byPath.sorted(by: { $0.key < $1.key }) {
      publish(path, diagnostics.count > 1 ? diagnostics.sortedByPlace() : diagnostics, of: project)
    }
  }

  private func isOfOther(_ path: String, _ project: Project) -> Bool {
    !project.owns(path) && projects.values.contains { $0 !== project && $0.owns(path) }
  }

  private func firstOpen(in project: Project) -> String? {
    texts.openPaths.first { project.contains($0) }
  }

  /// Without a schema only syntax is checked. Each open document gets a hint rather than an error.
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

  /// Publishes a file's diagnostics unless they are already known.
  private func publish(_ path: String, _ diagnostics: [Diagnostic]) {
    let document = texts.open[path]
    let list = Published(uri: document?.uri, version: document?.version, diagnostics: diagnostics)
    if let known = published[path], known.tells(list) { return }
    published[path] = diagnostics.isEmpty && document == nil ? nil : list
    var items = diagnostics.prefix(LanguageServer.maximumCount).map { item($0, path) }
    if diagnostics.count > LanguageServer.maximumCount {
      items.append([
        "range": Form.start, "severity": .number(3), "source": "apus",
        "message": .string(
          "\(diagnostics.count - LanguageServer.maximumCount) more problems in this file are not shown."),
      ])
    }
    var members: [(name: String, value: JSONOutput)] = [("uri", .string(texts.uri(path)))]
    if let version = list.version { members.append(("version", .number(version))) }
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
    let others = diagnostic.otherRanges.map { ("This place is involved.", Optional($0)) }
    let related: [JSONOutput] = (notes + others).compactMap { message, place in
      place.map { ["location": location($0), "message": .string(message)] }
    }
    if !related.isEmpty { members.append(("relatedInformation", .array(related))) }
    if diagnostic.code.name.hasPrefix("deprecated-") || diagnostic.code == .expiredDeprecation {
      members.append(("tags", [.number(2)]))
    }
    if diagnostic.code.name == "unused-variable" || diagnostic.code.name == "unused-fragment" {
      members.append(("tags", [.number(1)]))
    }
    return .object(members)
  }
}

extension LanguageServer.Published {
  /// Whether another list looks the same to the client.
  func tells(_ other: LanguageServer.Published) -> Bool {
    version == other.version && uri == other.uri && diagnostics.count == other.diagnostics.count
      && zip(diagnostics, other.diagnostics).allSatisfy { $0.tells($1) }
  }
}

extension Diagnostic {
  fileprivate func tells(_ other: Diagnostic) -> Bool {
    code === other.code && severity == other.severity && message == other.message
      && ranges.count == other.ranges.count && notes.count == other.notes.count
      && zip(ranges, other.ranges).allSatisfy { $0.isAt($1) }
      && zip(notes, other.notes).allSatisfy { $0.tells($1) }
  }
}

extension Diagnostic.Note {
  fileprivate func tells(_ other: Diagnostic.Note) -> Bool {
    guard message == other.message else { return false }
    guard let range, let place = other.range else { return range == nil && other.range == nil }
    return range.isAt(place)
  }
}

extension SourceRange {
  /// Whether both are at the same place. The file's text may have changed elsewhere.
  fileprivate func isAt(_ other: SourceRange) -> Bool {
    if file === other.file { return start == other.start && end == other.end }
    return file.path == other.file.path && position == other.position
      && file.position(at: end) == other.file.position(at: other.end)
  }
}
