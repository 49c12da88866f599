import ApusSource
import ApusSchema
import ApusSyntax

/// `validate_sdl`: what the SDL rules find in a document, which may extend a schema.
func validateSDL(_ question: Question) -> Answer {
  var text = SchemaText(options: question)
  if let refusal = text.read(question.schema) { return refusal }
  let source = question.source
  let first = text.tree.count
  if let error = Parser.parse(source, into: text.tree, options: question.parserOptions).first {
    return .refused(error, in: source)
  }
  let rules = question.rules.map(Set.init)
  let found = text.violations(from: first)
    .filter { rules?.contains(referenceName($0.rule)) ?? true }
  return found.isEmpty ? .accepted([:]) : .refused(stage: "validate", found.map(\.diagnostic))
}

/// The name of the reference's class for a rule.
private func referenceName(_ rule: SDLRule) -> String {
  let name = "\(rule)"
  return name.prefix(1).uppercased() + name.dropFirst() + "Rule"
}
