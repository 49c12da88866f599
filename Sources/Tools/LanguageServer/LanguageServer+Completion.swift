import ApusSource
import ApusLanguageService

/// Completion.
extension LanguageServer {
  /// The maximum number of candidates sent at once.
  private static let maximumCandidates = 500

  func completion(_ parameters: Parameters) throws(ResponseError) -> JSONOutput {
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
    var text = text(candidate.text ?? candidate.label, in: target.source)
    // The escapes of a literal would be those of the snippet.
    if client.takesSnippets, target.source.origin == nil, let snippet = candidate.snippet {
      text = snippet
      members.append(("insertTextFormat", .number(2)))
    }
    members.append(("textEdit", ["range": edited, "newText": .string(text)]))
    if let addition = candidate.addition {
      let place = range(addition.offset..<addition.offset, in: target.source)
      members.append(
        (
          "additionalTextEdits",
          [["range": place, "newText": .string(self.text(addition.text, in: target.source))]]
        ))
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

  func resolve(_ item: Parameters) throws(ResponseError) -> JSONOutput {
    var members = item.members
    guard let path = try? item["data"]["path"].string(), let analysis = workspace.project(for: path).analysis,
      let symbol = SymbolData.symbol(item["data"]["symbol"], analysis.schema),
      let text = analysis.hover(symbol)
    else { return .object(members) }
    members.append(("documentation", markup(text)))
    return .object(members)
  }
}
