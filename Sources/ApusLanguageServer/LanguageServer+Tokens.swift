import ApusDiagnostics
import ApusJSON
import ApusLanguageService

/// Colours by meaning.
extension LanguageServer {
  /// The kinds and modifiers of tokens, by the numbers that answers use.
  static var tokenLegend: JSONOutput {
    [
      "tokenTypes": .array(SemanticToken.Kind.allCases.map { .string($0.name) }),
      "tokenModifiers": ["definition", "deprecated"],
    ]
  }

  /// - Parameter part: the range that is asked for; by default all.
  func semanticTokens(_ parameters: Parameters, _ part: Parameters? = nil) throws(ResponseError) -> JSONOutput
  {
    let target = try target(parameters)
    let source = target.source
    var range = 0..<source.count
    if let part { range = try bounds(part, in: source) }
    let tokens = SemanticTokens(source, in: range, target.project.analysis(of: target.path)).tokens
    return ["data": .numbers(encoded(tokens, source))]
  }

  /// Five numbers for each token: lines and columns since the one before it, length, kind, modifiers.
  ///
  /// The text is counted through once: a file may have but one line.
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

  /// What a byte adds to a column.
  private static func width(_ byte: UInt8, _ unit: ColumnUnit) -> Int {
    if unit == .bytes { return 1 }
    return byte & 0xC0 == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1
  }
}
