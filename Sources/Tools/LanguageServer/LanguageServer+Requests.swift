import ApusDriver
import ApusSource
import ApusLanguageService

/// Dispatches requests by method.
extension LanguageServer {
  /// The result of a request.
  func result(of method: String, _ parameters: Parameters) throws(ResponseError) -> JSONOutput {
    switch method {
    case "textDocument/completion": try completion(parameters)
    case "completionItem/resolve": try resolve(parameters)
    case "textDocument/hover": try hover(parameters)
    case "textDocument/definition": try locations(parameters) { $0.definitions(of: $1) }
    case "textDocument/typeDefinition": try locations(parameters) { $0.typeDefinitions(of: $1) }
    case "textDocument/implementation": try implementation(parameters)
    case "textDocument/references": try references(parameters)
    case "textDocument/documentHighlight": try highlights(parameters)
    case "textDocument/prepareRename": try prepareRename(parameters)
    case "textDocument/rename": try rename(parameters)
    case "textDocument/documentSymbol": try documentSymbols(parameters)
    case "textDocument/foldingRange": try foldingRanges(parameters)
    case "textDocument/selectionRange": try selectionRanges(parameters)
    case "textDocument/formatting": try formatting(parameters)
    case "textDocument/rangeFormatting": try rangeFormatting(parameters)
    case "textDocument/semanticTokens/full": try semanticTokens(parameters)
    case "textDocument/semanticTokens/range": try semanticTokens(parameters, parameters["range"])
    case "textDocument/signatureHelp": try signatureHelp(parameters)
    case "textDocument/codeAction": try codeActions(parameters)
    case "workspace/symbol": try workspaceSymbols(parameters)
    default: throw ResponseError(.methodNotFound, "There is no method \"\(method)\".")
    }
  }

  /// The document that a request is about.
  struct Target {
    var path: String
    var source: SourceFile
    var project: Project
  }

  func target(_ parameters: Parameters) throws(ResponseError) -> Target {
    let uri = try parameters["textDocument"]["uri"].string()
    let path = path(uri)
    do throws(FileError) {
      let source = try texts.read(path)
      return Target(path: path, source: source, project: project(for: path))
    } catch {
      throw ResponseError(.requestFailed, "\(uri) cannot be read: \(error.reason).")
    }
  }

  /// The analysis of a project's current documents.
  func analysis(_ target: Target) -> Analysis? {
    if target.project.isStale || target.project.checked == nil {
      // Editors send several requests after each key, so one check serves all of them. Its diagnostics are published
      // once no input is waiting.
      target.project.check()
      target.project.isUnpublished = true
    }
    return target.project.analysis
  }

  /// The symbol at the position in a request.
  func symbol(_ parameters: Parameters) throws(ResponseError) -> (Analysis, SymbolAtPlace)? {
    let target = try target(parameters)
    let offset = try offset(parameters["position"], in: target.source)
    guard let analysis = analysis(target) else { return nil }
    let found =
      target.project.isSchema(target.path)
      ? analysis.symbolOfSchema(target.path, at: offset) : analysis.symbol(in: target.source, at: offset)
    return found.map { (analysis, $0) }
  }

  // MARK: - Completion

  /// The maximum number of candidates sent at once.
  private static let maximumCandidates = 500

  private func completion(_ parameters: Parameters) throws(ResponseError) -> JSONOutput {
    let target = try target(parameters)
    let offset = try offset(parameters["position"], in: target.source)
    // Completion only needs the schema and the last check's fragments, so the documents are not checked again.
    if target.project.checked == nil { target.project.check() }
    guard let analysis = target.project.analysis, !target.project.isSchema(target.path) else {
      return ["isIncomplete": .boolean(false), "items": []]
    }
    var (candidates, replaced) = analysis.completion(in: target.source, at: offset)
    var isIncomplete = false
    if candidates.count > LanguageServer.maximumCandidates {
      let typed = target.source.text(replaced.lowerBound, offset).lowercased()
      candidates = candidates.filter { LanguageServer.contains($0.label.lowercased(), typed) }
      candidates = Array(candidates.prefix(LanguageServer.maximumCandidates))
      isIncomplete = true
    }
    let edited = range(replaced, in: target.source)
    let items = candidates.enumerated().map { number, candidate in
      item(candidate, number, edited, target)
    }
    return ["isIncomplete": .boolean(isIncomplete), "items": .array(items)]
  }

  /// Whether a string contains all letters in the given order.
  static func contains(_ text: String, _ letters: String) -> Bool {
    var rest = letters.utf8[...]
    for byte in text.utf8 where byte == rest.first { rest.removeFirst() }
    return rest.isEmpty
  }

  private func item(_ candidate: Candidate, _ number: Int, _ edited: JSONOutput, _ target: Target)
    -> JSONOutput
  {
    let digits = String(number)
    let order = String(repeating: "0", count: max(0, 5 - digits.count)) + digits
    var members: [(name: String, value: JSONOutput)] = [
      ("label", .string(candidate.label)), ("kind", .number(LanguageServer.kind(candidate.kind))),
      ("sortText", .string(order)),
    ]
    if !candidate.detail.isEmpty { members.append(("detail", .string(candidate.detail))) }
    if candidate.isDeprecated { members.append(("tags", [.number(1)])) }
    var text = candidate.text ?? candidate.label
    if client.takesSnippets, let snippet = candidate.snippet {
      text = snippet
      members.append(("insertTextFormat", .number(2)))
    }
    members.append(("textEdit", ["range": edited, "newText": .string(text)]))
    if let addition = candidate.addition {
      let place = range(addition.offset..<addition.offset, in: target.source)
      members.append(("additionalTextEdits", [["range": place, "newText": .string(addition.text)]]))
    }
    if let symbol = candidate.symbol, let data = SymbolData.form(symbol) {
      members.append(("data", ["path": .string(target.path), "symbol": data]))
    }
    return .object(members)
  }

  private static func kind(_ kind: Candidate.Kind) -> Int {
    switch kind {
    case .keyword: 14
    case .field: 5
    case .argument: 10
    case .value: 20
    case .type: 7
    case .directive: 3
    case .fragment: 18
    case .variable: 6
    case .snippet: 15
    }
  }

  private func resolve(_ item: Parameters) throws(ResponseError) -> JSONOutput {
    var members = item.members
    guard let path = try? item["data"]["path"].string(), let analysis = project(for: path).analysis,
      let symbol = SymbolData.symbol(item["data"]["symbol"], analysis.schema),
      let text = analysis.hover(symbol)
    else { return .object(members) }
    members.append(("documentation", markup(text)))
    return .object(members)
  }

  // MARK: - Hover and places

  func markup(_ text: Hover) -> JSONOutput {
    client.takesMarkdown
      ? ["kind": "markdown", "value": .string(text.markdown)]
      : ["kind": "plaintext", "value": .string(text.plainText)]
  }

  private func hover(_ parameters: Parameters) throws(ResponseError) -> JSONOutput {
    guard let (analysis, place) = try symbol(parameters), var text = analysis.hover(place.symbol) else {
      return .null
    }
    let target = try target(parameters)
    if !target.project.isSchema(target.path) { text.swift = swiftLine(target, at: place.range.start) }
    return ["contents": markup(text), "range": range(place.range)]
  }

  private func locations(
    _ parameters: Parameters, _ find: (Analysis, Symbol) -> [SourceRange]
  ) throws(ResponseError) -> JSONOutput {
    guard let (analysis, place) = try symbol(parameters) else { return [] }
    return .array(find(analysis, place.symbol).map(location))
  }

  private func references(_ parameters: Parameters) throws(ResponseError) -> JSONOutput {
    guard let (analysis, place) = try symbol(parameters) else { return [] }
    let withDefinition = parameters["context"]["includeDeclaration"].boolean ?? true
    let found = analysis.references(to: place.symbol).filter { withDefinition || !$0.isDefinition }
    return .array(found.map { location($0.range) })
  }

  private func highlights(_ parameters: Parameters) throws(ResponseError) -> JSONOutput {
    guard let (analysis, place) = try symbol(parameters) else { return [] }
    let path = place.range.file.path
    let found = analysis.references(to: place.symbol).filter { $0.range.file.path == path }
    return .array(found.map { ["range": range($0.range), "kind": .number($0.isDefinition ? 3 : 2)] })
  }

  // MARK: - Rename

  private func prepareRename(_ parameters: Parameters) throws(ResponseError) -> JSONOutput {
    guard let (analysis, place) = try symbol(parameters) else {
      throw ResponseError(.requestFailed, "There is no name to change here.")
    }
    do throws(RenameError) {
      try analysis.checkRenamable(place.symbol)
    } catch {
      throw ResponseError(.requestFailed, error.message)
    }
    let name = place.range.file.text(place.range.start, place.range.end)
    return ["range": range(place.range), "placeholder": .string(name)]
  }

  private func rename(_ parameters: Parameters) throws(ResponseError) -> JSONOutput {
    let name = try parameters["newName"].string()
    guard let (analysis, place) = try symbol(parameters) else {
      throw ResponseError(.requestFailed, "There is no name to change here.")
    }
    do throws(RenameError) {
      return workspaceEdit(try analysis.rename(place, to: name).map { ($0, name) })
    } catch {
      throw ResponseError(.requestFailed, error.message)
    }
  }
}
