import ApusSource
import ApusLanguageService

/// Hover, and the places of a symbol.
extension LanguageServer {
  func markup(_ text: Hover) -> JSONOutput {
    client.takesMarkdown
      ? ["kind": "markdown", "value": .string(text.markdown)]
      : ["kind": "plaintext", "value": .string(text.plainText)]
  }

  func hover(_ parameters: Parameters) throws(ResponseError) -> JSONOutput {
    guard let (analysis, place) = try symbol(parameters), var text = analysis.hover(place.symbol) else {
      return .null
    }
    let target = try target(parameters)
    if !target.project.isSchema(target.path) { text.swift = swiftLine(target, at: place.range.start) }
    return ["contents": markup(text), "range": range(place.range)]
  }

  func definition(_ parameters: Parameters) throws(ResponseError) -> JSONOutput {
    try locations(parameters) { $0.definitions(of: $1) }
  }

  func typeDefinition(_ parameters: Parameters) throws(ResponseError) -> JSONOutput {
    try locations(parameters) { $0.typeDefinitions(of: $1) }
  }

  private func locations(
    _ parameters: Parameters, _ find: (Analysis, Symbol) -> [SourceRange]
  ) throws(ResponseError) -> JSONOutput {
    guard let (analysis, place) = try symbol(parameters) else { return [] }
    return .array(find(analysis, place.symbol).map(location))
  }

  func references(_ parameters: Parameters) throws(ResponseError) -> JSONOutput {
    guard let (analysis, place) = try symbol(parameters) else { return [] }
    let withDefinition = parameters["context"]["includeDeclaration"].boolean ?? true
    let found = analysis.references(to: place.symbol).filter { withDefinition || !$0.isDefinition }
    return .array(found.map { location($0.range) })
  }

  func highlights(_ parameters: Parameters) throws(ResponseError) -> JSONOutput {
    guard let (analysis, place) = try symbol(parameters) else { return [] }
    let path = place.range.file.path
    let found = analysis.references(to: place.symbol).filter { $0.range.file.path == path }
    return .array(found.map { ["range": range($0.range), "kind": .number($0.isDefinition ? 3 : 2)] })
  }
}
