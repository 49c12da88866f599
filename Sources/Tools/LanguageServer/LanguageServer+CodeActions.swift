import ApusDriver
import ApusSource
import ApusLanguageService

/// Code actions: quick fixes and refactorings.
extension LanguageServer {
  private static let quickFix = "quickfix"
  private static let fixAll = "source.fixAll.apus"

  /// The supported code action kinds.
  static let actionKinds: [JSONOutput] = [
    .string(quickFix), "refactor.extract", "refactor.inline", "refactor.rewrite", .string(fixAll),
  ]

  func codeActions(_ parameters: Parameters) throws(ResponseError) -> JSONOutput {
    guard let analysis = analysis(try target(parameters)) else { return [] }
    // The document that was just checked.
    let target = try target(parameters)
    let range = try bounds(parameters["range"], in: target.source)
    let only = (try? parameters["context"]["only"].elements())?.compactMap { try? $0.string() }
    // A client that asks for `refactor` also gets `refactor.extract`.
    func isWanted(_ kind: String) -> Bool {
      only?.contains { $0.isEmpty || kind == $0 || kind.hasPrefix($0 + ".") } ?? true
    }
    var actions: [JSONOutput] = []
    let reported = diagnostics(of: target)
    if isWanted(LanguageServer.quickFix) {
      for diagnostic in reported {
        guard let place = diagnostic.ranges.first, place.start <= range.upperBound,
          range.lowerBound <= place.end, place.file === target.source || target.source.origin == nil
        else { continue }
        let fixes = fixes(for: diagnostic, analysis, target.project)
        for fix in fixes {
          actions.append(
            action(
              fix, LanguageServer.quickFix,
              [
                ("isPreferred", .boolean(fixes.count == 1)),
                ("diagnostics", [item(diagnostic, target.path)]),
              ]))
        }
      }
    }
    if !target.project.isSchema(target.path),
      isWanted("refactor") || only?.contains(where: isRefactoring) ?? false
    {
      let makesFiles = client.takesNewFiles && client.takesDocumentChanges
      for found in analysis.refactorings(of: target.source, in: range, makesFiles: makesFiles)
      where isWanted(found.kind.rawValue) {
        actions.append(action(found.change, found.kind.rawValue))
      }
    }
    // Editors request this kind by name when a file is saved; it does not belong in menus.
    if only != nil, isWanted(LanguageServer.fixAll) {
      let edits = preferredEdits(reported, analysis, target)
      if !edits.isEmpty {
        actions.append(action(Fix(title: "Fix all", edits: edits), LanguageServer.fixAll))
      }
    }
    return .array(actions)
  }

  private func isRefactoring(_ kind: String) -> Bool { kind.hasPrefix("refactor.") }

  /// The file's current diagnostics.
  private func diagnostics(of target: Target) -> [Diagnostic] {
    let project = target.project
    let found = (project.checked?.diagnostics ?? []) + project.lowered + project.diagnostics
    return found.filter { $0.ranges.first?.file.path == target.path }
  }

  private func fixes(for diagnostic: Diagnostic, _ analysis: Analysis, _ project: Project) -> [Fix] {
    let inDocuments = analysis.fixes(for: diagnostic)
    return inDocuments.isEmpty ? ConfigurationFixes.fixes(for: diagnostic, project, client) : inDocuments
  }

  /// The edits of all diagnostics with a single fix, without those that overlap an earlier one.
  private func preferredEdits(_ reported: [Diagnostic], _ analysis: Analysis, _ target: Target) -> [(
    place: SourceRange, text: String
  )] {
    var edits: [(place: SourceRange, text: String)] = []
    for diagnostic in reported {
      let fixes = fixes(for: diagnostic, analysis, target.project)
      guard fixes.count == 1, fixes[0].newFile == nil,
        fixes[0].edits.allSatisfy({ $0.place.file.path == target.path })
      else { continue }
      let isFree = fixes[0].edits.allSatisfy { edit in
        edits.allSatisfy { other in
          // The order of two insertions at one offset would be undefined.
          if other.place.start == edit.place.start { return false }
          return other.place.end <= edit.place.start || edit.place.end <= other.place.start
        }
      }
      if isFree { edits += fixes[0].edits }
    }
    return edits
  }

  private func action(_ fix: Fix, _ kind: String, _ more: [(name: String, value: JSONOutput)] = [])
    -> JSONOutput
  {
    let members: [(name: String, value: JSONOutput)] = [
      ("title", .string(fix.title)), ("kind", .string(kind)),
      ("edit", workspaceEdit(fix.edits, newFile: fix.newFile)),
    ]
    return .object(members + more)
  }
}
