import ApusSyntax

extension SyntaxTree {
  /// The start of a definition, not counting its description.
  func keywordStart(of definition: NodeID) -> Int {
    guard let description = child(definition, .description) else { return Int(nodes[definition].start) }
    let end = Int(nodes[description].end)
    var scanner = TokenScanner(source(of: definition), names, start: end)
    return scanner.next()?.start ?? end
  }
}
