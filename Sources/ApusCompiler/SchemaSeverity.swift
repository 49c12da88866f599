import ApusDiagnostics
import ApusDocuments
import ApusSchema
import ApusSyntax

/// Decides how severe a schema's errors are for the given documents.
///
/// Published schemas are not always valid, and their readers can rarely fix them, so errors in elements that no
/// document uses are only warnings.
enum SchemaSeverity {
  /// Whether documents can be validated at all against a schema with these diagnostics.
  static func allowUse(_ diagnostics: [SchemaDiagnostic]) -> Bool {
    diagnostics.allSatisfy { $0.stage == .definitions || $0.stage == .types || $0.concern != .schema }
  }

  /// The diagnostics to report: errors that do not affect the documents become warnings.
  ///
  /// - Parameters:
  ///   - index: the documents that use the schema, or nil if there are none.
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
      if !matters || !entry.affectsUse { diagnostic.severity = .warning }
      return diagnostic
    }
  }
}
