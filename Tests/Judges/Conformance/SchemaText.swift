import ApusDiagnostics
import ApusSchema
import ApusSyntax

/// A schema as questions give it: a text that is built, and others that extend it in turn.
struct SchemaText {
  let tree = SchemaBuilder.makeTree(names: NameTable())
  /// The schema so far; nil before the first text.
  private(set) var schema: Schema?
  private let skipsSDLRules: Bool
  private let skipsTypeChecks: Bool

  init(options question: Question) {
    skipsSDLRules = question.has("assume_valid_sdl") || question.has("assume_valid")
    skipsTypeChecks = question.has("assume_valid")
  }

  /// Parses, checks by the SDL rules and builds.
  ///
  /// - Returns: the answer when the schema is refused.
  mutating func read(_ texts: [String]) -> Answer? {
    for text in texts {
      let source = SourceFile(path: "schema.graphqls", text: text)
      let first = tree.count
      if let error = Parser.parse(source, into: tree).first {
        return .refused(error, in: source, stage: "schema-syntax")
      }
      let diagnostics = SDLChecker.check(first..<tree.count, of: tree, extending: schema)
      if !skipsSDLRules, !diagnostics.isEmpty {
        return .refused(stage: "schema-sdl", diagnostics.map(\.diagnostic))
      }
      // Without the rules, the reference notices these when it makes types of the definitions.
      let unknown = diagnostics.filter { $0.rule == .knownTypeNames }
      if let first = unknown.first {
        return refusedWithoutPlaces(stage: "schema-build", [first.diagnostic])
      }
      schema = SchemaBuilder.build(tree)
    }
    return nil
  }

  /// Checks the types of the whole schema.
  ///
  /// - Returns: the answer when the schema is refused.
  func checkTypes() -> Answer? {
    guard let schema, !skipsTypeChecks else { return nil }
    let directives = TypeChecker.checkSpecifiedDirectives(schema)
    if !directives.isEmpty {
      return refusedWithoutPlaces(stage: "schema-build", directives.map(\.diagnostic))
    }
    let diagnostics = TypeChecker.check(schema)
    let errors = diagnostics.map { withReferencePlaces($0.diagnostic) }
    return errors.isEmpty ? nil : .refused(stage: "schema-types", errors)
  }
}

/// Refused in a stage for which the reference gives no places.
func refusedWithoutPlaces(stage: String, _ diagnostics: [Diagnostic]) -> Answer {
  let errors = diagnostics.map { Diagnostic($0.severity, $0.code, $0.message) }
  return .refused(stage: stage, errors)
}
