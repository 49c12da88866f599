import ApusDriver
import ApusEmitter
import ApusLanguageService
import ApusSource

/// Tools for documents.
extension AgentTools {
  // MARK: - Checks

  func checkDocument(_ arguments: ToolArguments) throws(ToolError) -> AgentTool.Answer {
    guard arguments.text("text") != nil || arguments.string("path") != nil else {
      return try checkAll(arguments)
    }
    let document = try document(arguments)
    let found = document.diagnostics
    let own = found.filter { $0.place == document.path }
    var shown =
      own + found.filter { $0.place != document.path && $0.severity == .error && document.concerns($0) }
    if document.isText {
      // The text causes the errors in other documents that are absent without it.
      let before = try self.project(for: document.path, arguments, in: workspace()).allDiagnostics
      let known = Set(before.map(DiagnosticJSON.line))
      shown += found.filter {
        $0.place != document.path && $0.severity == .error && !document.concerns($0)
          && !known.contains(DiagnosticJSON.line($0))
      }
    }
    return answer(shown, arguments, subject: self.shown(document.path))
  }

  private func checkAll(_ arguments: ToolArguments) throws(ToolError) -> AgentTool.Answer {
    let workspace = workspace()
    let all =
      try arguments.string("project").map { (name) throws(ToolError) in [try project(name, in: workspace)] }
      ?? projects(workspace)
    if all.isEmpty { _ = try project(nil, in: workspace) }
    var seen: Set<String> = []
    var found: [Diagnostic] = []
    for project in all {
      // Targets that share a schema report its problems once.
      found += project.allDiagnostics.filter { seen.insert(DiagnosticJSON.line($0)).inserted }
    }
    return answer(found, arguments, subject: list(all))
  }

  /// Errors come first.
  private func answer(
    _ diagnostics: [Diagnostic], _ arguments: ToolArguments, subject: String
  ) -> AgentTool.Answer {
    let errors = diagnostics.filter { $0.severity == .error }
    let sorted = errors + diagnostics.filter { $0.severity != .error }
    let page = ResultPage(sorted, arguments, item)
    let errorCount = errors.isEmpty ? "no errors" : count(errors.count, "error")
    let warningCount = count(sorted.count - errors.count, "warning")
    return AgentTool.Answer(
      text: "\(subject): \(errorCount), \(warningCount).\n" + page.text,
      members: [("isValid", .boolean(errors.isEmpty)), ("diagnostics", page.objects)] + page.members)
  }

  private func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

  /// The maximum size in bytes of a diagnostic's text, and of its message.
  private static let maximumDiagnostic = 4000
  /// The maximum size in bytes of a diagnostic's notes as objects, and of its `places`.
  private static let maximumNotes = 2000

  /// A diagnostic as `apusc check` prints it, with excerpts.
  func text(_ diagnostic: Diagnostic) -> String {
    DiagnosticPrinter().text(diagnostic).shortened(to: AgentTools.maximumDiagnostic)
  }

  /// The first errors of a call that fails, and the number of the others.
  func listed(_ errors: [Diagnostic], atMost count: Int) -> String {
    let rest = errors.count - count
    return errors.prefix(count).map(text).joined()
      + (rest > 0 ? "\(rest) more errors are not shown. Correct these first.\n" : "")
  }

  func item(_ diagnostic: Diagnostic) -> ResultItem {
    var shown = diagnostic
    shown.message = shown.message.shortened(to: AgentTools.maximumDiagnostic)
    let object = DiagnosticJSON.object(shown, listSize: AgentTools.maximumNotes)
    return ResultItem(text: text(diagnostic), object: object)
  }

  // MARK: - Swift

  /// The maximum number of lines and bytes of Swift in a result.
  private static let maximumSwift = (lines: 600, bytes: 40_000)

  func showSwift(_ arguments: ToolArguments) throws(ToolError) -> AgentTool.Answer {
    guard arguments.text("text") != nil || arguments.string("path") != nil else {
      throw ToolError("Pass the document as \"text\", or its file as \"path\".")
    }
    let document = try document(arguments)
    let emitter = try emitter(document)
    let all: String
    if arguments.boolean("schemaTypes") {
      guard let types = emitter.schema() else {
        throw ToolError(
          "The documents of \(name(of: document.project)) use no enum, input object or identifier.")
      }
      all = types
    } else {
      all = emitter.document(at: document.path)
      if all == Emitter.emptyDocument {
        throw ToolError(
          "\(shown(document.path)) has no operation or fragment, so no Swift is generated from it.")
      }
    }
    let lines = all.split(separator: "\n", omittingEmptySubsequences: false).dropLast(
      all.hasSuffix("\n") ? 1 : 0)
    let start = arguments.integer("line") ?? 1
    guard start <= lines.count else {
      throw ToolError("The Swift file has only \(lines.count) lines.")
    }
    var end = start - 1
    var size = 0
    while end < lines.count, end - start + 1 < AgentTools.maximumSwift.lines {
      size += lines[end].utf8.count + 1
      if size > AgentTools.maximumSwift.bytes, end >= start { break }
      end += 1
    }
    var text = lines[(start - 1)..<end].map { "\($0)\n" }.joined()
    var members: [(name: String, value: JSONOutput)] = [
      ("swift", .string(text)), ("line", .number(start)), ("totalLines", .number(lines.count)),
    ]
    if end < lines.count {
      members.append(("nextLine", .number(end + 1)))
      text +=
        "\n// Lines \(start) to \(end) of \(lines.count). Pass \"line\": \(end + 1) for the next ones.\n"
    }
    return AgentTool.Answer(text: text, members: members)
  }

  /// The emitter of a document's project; if other documents have errors, of the document and those that it needs.
  private func emitter(_ document: CheckedDocument) throws(ToolError) -> Emitter {
    let project = document.project
    if project.hasShared {
      throw ToolError(
        "The document spreads fragments of another target, and only a build knows which target imports which. Build the "
          + "package once; afterwards this tool knows it, too.")
    }
    guard project.checked?.index != nil else { throw error(document, document.diagnostics) }
    if let whole = project.lowered(nil), let output = whole.output {
      return Emitter(output.program, output.options)
    }
    guard let near = project.lowered(document.path), let output = near.output else {
      let own = document.diagnostics.filter { $0.place == document.path }
      throw error(document, own.isEmpty ? document.diagnostics : own)
    }
    return Emitter(output.program, output.options)
  }

  private func error(_ document: CheckedDocument, _ diagnostics: [Diagnostic]) -> ToolError {
    ToolError(
      "\(shown(document.path)) does not compile:\n"
        + listed(diagnostics.filter { $0.severity == .error }, atMost: 20))
  }

  // MARK: - Documents

  /// The document of a call, and its project with all documents checked.
  private func document(_ arguments: ToolArguments) throws(ToolError) -> CheckedDocument {
    let text = arguments.text("text")
    if let text, text.utf8.count > Project.maximumSize {
      throw ToolError("The text has more than \(Project.maximumSize >> 20) MiB.")
    }
    guard let given = arguments.string("path") else {
      let project = try self.project(arguments.string("project"), in: workspace())
      return try newDocument(text ?? "", in: project)
    }
    let path = text == nil ? try existingFile(given) : try self.path(given)
    let project = try self.project(for: path, arguments, in: workspace(with: text.map { (path, $0) }))
    guard project.owns(path) else {
      if let name = arguments.string("project") {
        throw ToolError(
          "\"\(shown(path))\" is not a document of the project \"\(name)\". Leave \"project\" out, or pass a path in it."
        )
      }
      throw ToolError(
        "\"\(shown(path))\" is not compiled as a document: its name must end in .graphql, or in .swift with a GraphQLSource "
          + "in it, and the patterns of a .graphqlrc.json must include it.")
    }
    return CheckedDocument(
      path: path, project: project, isText: text != nil, diagnostics: project.allDiagnostics)
  }

  /// The project that the agent names for a document's path, or else the project that compiles the document.
  private func project(
    for path: String, _ arguments: ToolArguments, in workspace: Workspace
  ) throws(ToolError) -> Project {
    guard arguments.string("path") != nil, let name = arguments.string("project") else {
      return workspace.project(for: path)
    }
    // A target without files is only found by the path.
    _ = projects(workspace)
    _ = workspace.project(for: path)
    return try project(name, in: workspace)
  }

  /// A document that the agent passes without a path, as if it were a file of the project.
  private func newDocument(_ text: String, in project: Project) throws(ToolError) -> CheckedDocument {
    for path in newPaths(in: project) {
      let found = workspace(with: (path, text)).project(for: path)
      guard found.folder == project.folder, found.name == project.name, found.owns(path) else { continue }
      return CheckedDocument(path: path, project: found, isText: true, diagnostics: found.allDiagnostics)
    }
    throw ToolError(
      "\(name(of: project)) compiles only files that its .graphqlrc.json includes, and none was found in which the text "
        + "could be. Pass the document's file as \"path\"; it need not exist.")
  }

  /// The maximum number of paths that are tried for a new document.
  private static let maximumPaths = 20

  /// Paths of files that do not exist and that the project may compile: in its folder, and next to its documents with the same
  /// extensions, because patterns may leave out the former.
  private func newPaths(in project: Project) -> [String] {
    var patterns = [(folder: project.folder, suffix: ".graphql")]
    for document in project.session.inputs.documents where document.module == nil {
      let name = Path.lastComponent(of: document.path)
      let suffix = Document.isSwift(name) ? ".graphql" : String(name.drop { $0 != "." })
      let folder = Path.parent(of: document.path)
      if !patterns.contains(where: { $0.folder == folder && $0.suffix == suffix }) {
        patterns.append((folder, suffix))
      }
      if patterns.count == AgentTools.maximumPaths { break }
    }
    return patterns.map { pattern in
      var number = 1
      while true {
        let path = Path.join(pattern.folder, "Unsaved\(number)\(pattern.suffix)")
        if FileSystem.kind(of: path) == nil { return path }
        number += 1
      }
    }
  }
}

/// A document that an agent asks about.
private struct CheckedDocument {
  let path: String
  let project: Project
  /// Whether the agent passed its contents.
  let isText: Bool
  /// The diagnostics of the whole project.
  let diagnostics: [Diagnostic]

  /// Whether a diagnostic elsewhere is about the document's schema or configuration, or names no place.
  func concerns(_ diagnostic: Diagnostic) -> Bool {
    guard let place = diagnostic.place else { return true }
    return project.isSchema(place) || !project.contains(place)
      || diagnostic.ranges.contains { $0.file.path == path }
  }
}

extension Diagnostic {
  /// The path of the file that it is about.
  fileprivate var place: String? { ranges.first?.file.path ?? path }
}

extension Project {
  /// Checks and lowers all documents.
  ///
  /// - Returns: everything that a build would report.
  fileprivate var allDiagnostics: [Diagnostic] {
    check()
    let checked = checked?.diagnostics ?? []
    let isWhole = !hasShared && !checked.contains { $0.severity == .error }
    return diagnostics + checked + (isWhole ? lowered(nil)?.diagnostics ?? [] : [])
  }

  /// Lowers all documents after a check, or those that a document needs.
  ///
  /// - Returns: nil if one of them has errors.
  fileprivate func lowered(_ path: String?) -> LoweredDocuments? {
    guard let path else {
      guard let checked, let index = checked.index, !checked.hasErrors else { return nil }
      return Pipeline.lower(index, session.inputs)
    }
    return near(path).flatMap { index, inputs in Pipeline.lower(index, inputs) }
  }
}
