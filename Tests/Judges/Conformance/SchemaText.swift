import ApusSource
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
      let diagnostics = violations(from: first)
      if !skipsSDLRules, !diagnostics.isEmpty {
        return .refused(stage: "schema-sdl", diagnostics.map(\.diagnostic))
      }
      // Without the rules, the reference notices these when it makes types of the definitions.
      let unknown = diagnostics.filter { $0.diagnostic.code == .unknownType }
      if let first = unknown.first {
        return refusedWithoutPlaces(stage: "schema-build", [first.diagnostic])
      }
      schema = SchemaBuilder.build(tree)
    }
    return nil
  }

  /// What the SDL rules find in the texts from a node on. All texts are one schema to us; the reference checks those that extend one by
  /// themselves, and has words of its own for names that the extended schema has.
  func violations(from first: NodeID) -> [SDLChecker.SDLDiagnostic] {
    let builtInEnd = tree.files.first?.end ?? 0
    return SDLChecker.check(builtInEnd..<tree.count, of: tree).filter { $0.node >= first }.map { found in
      let ranges = found.diagnostic.ranges
      let isAboutSchema = first > builtInEnd && found.diagnostic.code == .duplicateSchemaDefinition
      guard isAboutSchema || ranges.count > 1 && ranges[0].file !== tree.source(of: first) else {
        return found
      }
      var found = found
      var message = found.diagnostic.message
      for (ours, theirs) in SchemaText.wordsOfExtensions
      where message.hasPrefix(ours) || message.hasSuffix(ours) {
        let name = message.split(separator: "\"").dropFirst().first ?? ""
        let kind = message.split(separator: " ").dropFirst(5).first ?? ""
        let subject = message.hasSuffix(ours) ? message.dropLast(ours.count) : ""
        message = theirs.replacing("NAME", with: name).replacing("KIND", with: kind).replacing(
          "SUBJECT", with: subject)
      }
      found.diagnostic = Diagnostic(
        .error, found.diagnostic.code, message, at: isAboutSchema ? ranges : Array(ranges.dropFirst()))
      return found
    }
  }

  private static let wordsOfExtensions: KeyValuePairs = [
    "There can be only one type named":
      "Type \"NAME\" already exists in the schema. It cannot also be defined in this type definition.",
    "There can be only one directive named":
      "Directive \"NAME\" already exists in the schema. It cannot be redefined.",
    "Must provide only one schema definition.": "Cannot define a new schema within a schema extension.",
    " can only be defined once.":
      "SUBJECT already exists in the schema. It cannot also be defined in this type extension.",
    " type in schema.": "Type for KIND already defined in the schema. It cannot be redefined.",
  ]

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
