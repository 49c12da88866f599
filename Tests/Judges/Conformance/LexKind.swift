import ApusSource
import ApusSyntax
import Foundation

/// `lex`: kind, value, line and column of each token.
func lex(_ question: Question) -> Answer {
  let source = question.source
  do {
    let reader = try TokenReader(source)
    var tokens: [[Any]] = []
    while let token = try reader.next() {
      let position = source.positionInCodePoints(at: token.start)
      tokens.append([token.kind.text, value(of: token, in: source), position.line, position.column])
    }
    return .accepted(["tokens": tokens])
  } catch {
    return .refused(error, in: source)
  }
}

private func value(of token: Token, in source: SourceFile) -> Any {
  switch token.kind {
  case .string, .blockString: token.stringValue(in: source)
  case .name, .int, .float: source.text(token.start, token.end)
  default: NSNull()
  }
}
