import ApusSource
import ApusSyntax

/// `strip`: the tokens of a text as the reference writes them, which has a space between any two that are no punctuators, and between one of
/// those and a spread.
func strip(_ question: Question) -> Answer {
  let source = question.source
  do {
    return .accepted(["stripped": try stripped(source)])
  } catch {
    return .refused(error, in: source)
  }
}

private func stripped(_ source: SourceFile) throws(SyntaxError) -> String {
  var output = ""
  var needsSpace = false
  let reader = try TokenReader(source)
  while let token = try reader.next() {
    let isPunctuator = token.kind.isPunctuator
    if needsSpace, !isPunctuator || token.kind == .spread { output += " " }
    needsSpace = !isPunctuator
    output +=
      token.kind == .blockString
      ? StringLiteral.block(token.stringValue(in: source), minified: true)
      : source.text(token.start, token.end)
  }
  return output
}
