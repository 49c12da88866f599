import ApusDiagnostics
import ApusDocuments
import ApusSchema
import ApusSyntax

/// How much a schema's errors matter to the documents at hand.
///
/// Published schemas are not always valid, and those who read them seldom can mend them: what no document uses is worth
/// a warning only.
enum SchemaSeverity {
  /// Whether documents can be judged at all by a schema with these diagnostics.
  static func allowUse(_ diagnostics: [SchemaDiagnostic]) -> Bool {
    diagnostics.allSatisfy { $0.stage == .definitions || $0.stage == .types || $0.concern != .schema }
  }

  /// What to report: errors that do not matter to the documents become warnings.
  ///
  /// - Parameters:
  ///   - index: the documents that use the schema, or nil when there is nothing to judge.
  ///   - isStrict: whether every diagnostic is an error.
  static func diagnostics(_ diagnostics: [SchemaDiagnostic], _ index: DocumentIndex?, isStrict: Bool)
    -> [Diagnostic]
  {
    guard let index, !isStrict, !diagnostics.isEmpty else { return diagnostics.map(\.diagnostic) }
    let use = SchemaUsage(index.schema)
    use.add(index, from: 0, to: index.tree.count)
    return diagnostics.map { entry in
      var diagnostic = entry.diagnostic
      let matters =
        switch entry.concern {
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
