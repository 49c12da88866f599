import ApusSource
import ApusLanguageService

/// The structure of files.
extension LanguageServer {
  func documentSymbols(_ parameters: Parameters) throws(ResponseError) -> JSONOutput {
    let target = try target(parameters)
    let outline = Outline(target.source)
    var writer = OutlineWriter(
      target.source, client.columns, uri: client.takesNestedSymbols ? nil : texts.uri(target.path))
    writer.write(outline.items)
    return .written(writer.bytes)
  }

  static func kind(_ kind: OutlineItem.Kind) -> Int {
    switch kind {
    case .operation: 12
    case .fragment: 23
    case .type, .input: 5
    case .interface: 11
    case .union, .enum: 10
    case .scalar: 26
    case .directive: 6
    case .schema: 2
    case .field: 8
    case .value: 22
    }
  }

  func foldingRanges(_ parameters: Parameters) throws(ResponseError) -> JSONOutput {
    let target = try target(parameters)
    return .array(
      Outline(target.source).folds.map { fold in
        var members: [(name: String, value: JSONOutput)] = [
          ("startLine", .number(fold.firstLine)), ("endLine", .number(fold.lastLine)),
        ]
        if fold.isComment { members.append(("kind", "comment")) }
        return .object(members)
      })
  }

  func selectionRanges(_ parameters: Parameters) throws(ResponseError) -> JSONOutput {
    let target = try target(parameters)
    let outline = Outline(target.source)
    var results: [JSONOutput] = []
    for position in try parameters["positions"].elements() {
      let offset = try offset(position, in: target.source)
      var result: JSONOutput?
      for bounds in outline.enclosingRanges(at: offset).reversed() {
        let place = range(bounds, in: target.source)
        result = result.map { ["range": place, "parent": $0] } ?? ["range": place]
      }
      results.append(result ?? ["range": range(offset..<offset, in: target.source)])
    }
    return .array(results)
  }

  /// The maximum number of symbols sent for a query.
  private static let maximumSymbols = 200

  func workspaceSymbols(_ parameters: Parameters) throws(ResponseError) -> JSONOutput {
    let query = try parameters["query"].string().lowercased()
    var found: [(name: String, form: JSONOutput)] = []
    // Projects may share a schema.
    var known: Set<String> = []
    for project in workspace.ordered {
      for entry in project.analysis?.namedDefinitions ?? [] {
        guard LanguageServer.contains(entry.name.lowercased(), query),
          known.insert("\(entry.place.start) \(entry.place.file.path)").inserted
        else { continue }
        found.append(
          (
            entry.name,
            [
              "name": .string(entry.name), "kind": .number(LanguageServer.kind(entry.kind)),
              "location": location(entry.place),
            ]
          ))
      }
    }
    let first = found.filter { $0.name.lowercased().hasPrefix(query) }
    let rest = found.filter { !$0.name.lowercased().hasPrefix(query) }
    return .array((first + rest).prefix(LanguageServer.maximumSymbols).map(\.form))
  }
}
