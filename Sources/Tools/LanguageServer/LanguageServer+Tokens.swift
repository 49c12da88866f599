import ApusSource
import ApusLanguageService

/// Semantic highlighting.
extension LanguageServer {
  /// The token types and modifiers, in the order of the numbers that responses use.
  static var tokenLegend: JSONOutput {
    [
      "tokenTypes": .array(SemanticToken.Kind.allCases.map { .string($0.name) }),
      "tokenModifiers": ["definition", "deprecated"],
    ]
  }

  func semanticTokens(_ parameters: Parameters) throws(ResponseError) -> JSONOutput {
    try semanticTokens(parameters, nil)
  }

  func semanticTokensOfRange(_ parameters: Parameters) throws(ResponseError) -> JSONOutput {
    try semanticTokens(parameters, parameters["range"])
  }

  /// - Parameter part: the requested range; nil for the whole document.
  private func semanticTokens(_ parameters: Parameters, _ part: Parameters?) throws(ResponseError)
    -> JSONOutput
  {
    let target = try target(parameters)
    let source = target.source
    var range = 0..<source.count
    if let part { range = try bounds(part, in: source) }
    let tokens = SemanticTokens(source, in: range, target.project.analysis(of: target.path)).tokens
    return ["data": .numbers(encoded(tokens, source))]
  }

  /// Encodes each token as five numbers: line and column deltas, length, type and modifiers.
  ///
  /// It goes through the text only once, because the file may be a single long line.
  private func encoded(_ tokens: [SemanticToken], _ source: SourceFile) -> [Int] {
    var data: [Int] = []
    data.reserveCapacity(tokens.count * 5)
    guard let first = tokens.first else { return data }
    let p = source.bytes
    let unit = client.columns
    var line = source.line(at: first.start)
    var offset = source.lineBounds(line).start
    var column = 0
    var lastLine = 0
    var lastColumn = 0
    for token in tokens {
      while offset < token.start {
        let byte = p[offset]
        offset = offset &+ 1
        if byte == 0x0A || byte == 0x0D && p[offset] != 0x0A {
          line = line &+ 1
          column = 0
        } else {
          column = column &+ LanguageServer.width(byte, unit)
        }
      }
      let start = column
      while offset < token.end {
        column = column &+ LanguageServer.width(p[offset], unit)
        offset = offset &+ 1
      }
      data.append(line - lastLine)
      data.append(line == lastLine ? start - lastColumn : start)
      data.append(column - start)
      data.append(token.kind.rawValue)
      data.append((token.isDefinition ? 1 : 0) | (token.isDeprecated ? 2 : 0))
      lastLine = line
      lastColumn = start
    }
    return data
  }

  /// The number of columns that a byte adds.
  private static func width(_ byte: UInt8, _ unit: ColumnUnit) -> Int {
    if unit == .bytes { return 1 }
    return byte & 0xC0 == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1
  }
}
