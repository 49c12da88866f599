import ApusSyntax

extension SyntaxTree {
  /// The start of a definition, not counting its description.
  func keywordStart(of definition: NodeID) -> Int {
    guard let description = child(definition, .description) else { return Int(nodes[definition].start) }
    let end = Int(nodes[description].end)
    let file = source(of: definition)
    var scanner = TokenScanner(file, names, start: end, end: file.count)
    return scanner.next()?.start ?? end
  }
}
