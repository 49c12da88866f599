import ApusDriver
import ApusSource
import ApusTool

/// The tool that lists what a schema change breaks.
extension AgentTools {
  func listSchemaBreaks(_ arguments: ToolArguments) throws(ToolError) -> AgentTool.Answer {
    let text = arguments.text("newSchemaText")
    guard (arguments.string("newSchema") == nil) != (text == nil) else {
      throw ToolError("Pass the new schema either as \"newSchema\" or as \"newSchemaText\".")
    }
    let workspace = workspace()
    let old = try arguments.string("oldSchema").map { (given) throws(ToolError) in try existingFile(given) }
    let new =
      try arguments.string("newSchema").map { (given) throws(ToolError) in try existingFile(given) }
      ?? (text?.first { !$0.isWhitespace } == "{" ? "newSchemaText.json" : "newSchemaText")
    var found: [Diagnostic] = []
    for project in try comparedProjects(arguments.string("project"), workspace, hasOld: old != nil) {
      found += try breaks(in: project, old: old, new: new, text: text, workspace.texts)
    }
    let page = ResultPage(found, arguments, item)
    let summary =
      found.isEmpty ? "The new schema breaks nothing.\n" : "The new schema breaks \(found.count) places.\n"
    return AgentTool.Answer(
      text: summary + page.text, members: [("diagnostics", page.objects)] + page.members)
  }

  /// The projects to compare: the named one, or all if they have the same schema.
  private func comparedProjects(
    _ name: String?, _ workspace: Workspace, hasOld: Bool
  ) throws(ToolError) -> [Project] {
    let first = try project(name, in: workspace)
    let all = name == nil ? projects(workspace) : [first]
    let compared = all.filter { project in
      (project.hasSchema || hasOld) && project.session.inputs.documents.contains { $0.module == nil }
    }
    if compared.isEmpty {
      throw ToolError(
        "\(self.name(of: first)) has no documents with a schema, so there is nothing that a schema change could break."
      )
    }
    return compared
  }

  private func breaks(
    in project: Project, old: String?, new: String, text: String?, _ texts: Texts
  ) throws(ToolError) -> [Diagnostic] {
    if old == nil { project.check() }
    var inputs = project.session.inputs
    inputs.documents += project.shared
    if let old { inputs.schemas = [old] }
    let read: (String) throws(FileError) -> SourceFile = { (path) throws(FileError) in
      if let text, path == new { return SourceFile(path: path, text: text) }
      return try texts.read(path)
    }
    switch SchemaDifference.compare(inputs, with: [new], read: read) {
    case .breaks(let found): return found
    case .obstacles(let errors):
      throw ToolError(
        "Nothing was compared, because the documents of \(name(of: project)) have errors under the old schema already:\n"
          + listed(errors, atMost: 10))
    }
  }
}
