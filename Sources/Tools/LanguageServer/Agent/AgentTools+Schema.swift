import ApusDriver
import ApusLanguageService
import ApusSource

/// Tools for schemas.
extension AgentTools {
  func listProjects(_ arguments: ToolArguments) throws(ToolError) -> AgentTool.Answer {
    let all = projects(workspace())
    let page = ResultPage(all, arguments, item)
    var text = page.text
    if all.isEmpty {
      text = "There are no GraphQL documents and no schema in \(folders.joined(separator: ", ")).\n" + text
    }
    return AgentTool.Answer(text: text, members: [("projects", page.objects)] + page.members)
  }

  /// A project and its first schema files.
  private func item(_ project: Project) -> ResultItem {
    let inputs = project.session.inputs
    let count = inputs.documents.filter { $0.module == nil }.count
    let schemas = inputs.schemas.prefix(AgentTools.maximumNames).map(shown)
    let rest = inputs.schemas.count - schemas.count
    var text = "\(name(of: project)): \(count) documents, schema: "
    text += schemas.isEmpty ? "none" : schemas.joined(separator: ", ")
    if rest > 0 { text += " and \(rest) more, which find_in_schema names with what is in them" }
    var members: [(name: String, value: JSONOutput)] = [
      ("name", .string(name(of: project))), ("folder", .string(project.folder)),
      ("schemas", .strings(schemas)), ("documents", .number(count)),
      ("hasSchema", .boolean(project.hasSchema)),
    ]
    if rest > 0 { members.append(("schemasLeftOut", .number(rest))) }
    return ResultItem(text: text + "\n", object: .object(members))
  }

  func findInSchema(_ arguments: ToolArguments) throws(ToolError) -> AgentTool.Answer {
    let query = arguments.string("query") ?? ""
    let workspace = workspace()
    let project = try project(arguments.string("project"), in: workspace)
    let analysis = try schemaAnalysis(project)
    var owner: Symbol?
    if let name = arguments.string("owner") {
      owner = analysis.owner(named: name)
      if owner == nil {
        throw ToolError(
          "The schema has no type or directive \"\(name)\".\(Suggestions.didYouMean(name, among: analysis.typeNames))"
        )
      }
    } else if query.allSatisfy({ $0 == " " }) {
      throw ToolError("Pass words to find as \"query\", or a type as \"owner\" to list its members.")
    }
    let kinds = Set([arguments.string("kind").flatMap(SchemaSearch.Kind.init)].compactMap(\.self))
    let matches = SchemaSearch.find(query, kinds: kinds, of: owner, in: analysis)
    let page = ResultPage(matches, arguments) { SchemaElement($0, analysis, path: shown).item }
    var text = ""
    if let owner, let hover = analysis.hover(owner) { text += "\(hover.code.shortened(to: 2000))\n\n" }
    if matches.isEmpty {
      let names = SchemaSearch.find("", in: analysis).map(\.coordinate)
      text +=
        "Nothing in the schema has all words of \"\(query)\".\(Suggestions.didYouMean(query, among: names))"
      text += " Use fewer or other words.\n"
    }
    return AgentTool.Answer(
      text: text + page.text,
      members: [("matches", page.objects)] + page.members + [("project", .string(name(of: project)))])
  }

  /// The analysis of a project with a usable schema.
  private func schemaAnalysis(_ project: Project) throws(ToolError) -> Analysis {
    project.check()
    if let analysis = project.analysis { return analysis }
    let errors = (project.diagnostics + (project.checked?.diagnostics ?? [])).filter { $0.severity == .error }
    throw ToolError("\(name(of: project)) has no usable schema.\n" + listed(errors, atMost: 5))
  }
}

/// A schema element as agents see it.
private struct SchemaElement {
  /// Longer descriptions are cut, because a list has many.
  private static let maximumDescription = 400

  private let match: SchemaSearch.Match
  private let hover: Hover?
  private let place: (path: String, line: Int)?

  init(_ match: SchemaSearch.Match, _ analysis: Analysis, path: (String) -> String) {
    self.match = match
    hover = analysis.hover(match.symbol)
    place = analysis.definitions(of: match.symbol).first.map { (path($0.file.path), $0.position.line) }
  }

  private var definition: String { (hover?.code ?? match.coordinate).shortened(to: 1000) }

  private var description: String? {
    hover?.description.map { $0.shortened(to: SchemaElement.maximumDescription) }
  }

  private var deprecation: String? {
    hover?.deprecation.map { $0.shortened(to: SchemaElement.maximumDescription) }
  }

  var item: ResultItem { ResultItem(text: text, object: object) }

  private var text: String {
    var text = "\(match.coordinate) (\(match.kind.rawValue)"
    if let place { text += ", \(place.path):\(place.line)" }
    text += ")\n"
    for line in definition.split(separator: "\n") { text += "  \(line)\n" }
    if let deprecation { text += "  Deprecated: \(deprecation)\n" }
    for line in (description ?? "").split(separator: "\n") { text += "  # \(line)\n" }
    return text
  }

  private var object: JSONOutput {
    var members: [(name: String, value: JSONOutput)] = [
      ("coordinate", .string(match.coordinate)), ("kind", .string(match.kind.rawValue)),
      ("definition", .string(definition)),
    ]
    if let description { members.append(("description", .string(description))) }
    if let deprecation { members.append(("deprecation", .string(deprecation))) }
    if let place { members += [("path", .string(place.path)), ("line", .number(place.line))] }
    return .object(members)
  }
}
