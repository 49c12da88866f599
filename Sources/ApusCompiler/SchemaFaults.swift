import ApusDiagnostics
import ApusSchema
import ApusSyntax

/// How much a schema's faults matter to the documents at hand.
///
/// Published schemas are not always valid, and those who read them seldom can mend them: what no document uses is worth
/// a warning only.
enum SchemaFaults {
  /// Whether documents can be judged at all by a schema with these problems.
  static func allowUse(_ problems: [SchemaProblem]) -> Bool {
    problems.allSatisfy { $0.stage == .definitions || $0.stage == .types || $0.concern != .schema }
  }

  /// The problems as diagnostics, errors where they stop the build.
  ///
  /// - Parameters:
  ///   - index: the documents that use the schema, or nil when there is nothing to judge.
  ///   - isStrict: whether every problem is an error.
  static func diagnostics(_ problems: [SchemaProblem], _ index: DocumentIndex?, isStrict: Bool)
    -> [Diagnostic]
  {
    guard let index, !isStrict, !problems.isEmpty else { return problems.map(\.diagnostic) }
    let use = SchemaUse(index.schema)
    use.add(index, from: 0, to: index.tree.count)
    return problems.map { problem in
      var diagnostic = problem.diagnostic
      let matters =
        switch problem.concern {
        case .schema: true
        case .type(let type): use.types[Int(type)]
        case .field(let field): use.fields[Int(field)]
        case .directive(let directive): use.directives[Int(directive)]
        case .nothing: false
        }
      if !matters || codesWithoutEffect.contains(diagnostic.code) { diagnostic.severity = .warning }
      return diagnostic
    }
  }

  /// Contradictions about what is deprecated, default values that the server could not use itself, and directives of
  /// other tools: nothing that is compiled depends on them.
  private static let codesWithoutEffect: Set<DiagnosticCode> = [
    .interfaceFieldDeprecation, .deprecatedRequired, .invalidDefault, .unknownDirective,
  ]
}
