import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax

/// Decides how severe a schema's errors are for the given documents.
///
/// Published schemas are not always valid, and their readers can rarely fix them, so errors in elements that no
/// document uses are only warnings.
package enum SchemaSeverity {
  /// Whether documents can be validated at all against a schema with these diagnostics.
  package static func allowUse(_ diagnostics: [SchemaDiagnostic]) -> Bool {
    diagnostics.allSatisfy { $0.stage == .definitions || $0.stage == .types || $0.concern != .schema }
  }

  /// The diagnostics to report: errors that do not affect the documents become warnings. Those of them that only the schema's authors can
  /// mend are left out, unless the configuration asks for them.
  ///
  /// - Parameter index: the documents that use the schema, or nil if there are none.
  static func diagnostics(
    _ diagnostics: [SchemaDiagnostic], _ index: DocumentIndex?, _ configuration: Configuration
  ) -> [Diagnostic] {
    guard let index, !diagnostics.isEmpty else {
      return diagnostics.map(\.diagnostic)
    }
    let use = SchemaUsage(index.schema)
    use.add(index, from: 0, to: index.tree.count)
    return diagnostics.compactMap { entry in
      var diagnostic = entry.diagnostic
      let matters =
        switch entry.concern {
        case .schema: true
        case .type(let type): use.types[type.index]
        case .field(let field): use.fields[field.index]
        case .directive(let directive): use.directives[directive.index]
        case .nothing: false
        }
      let isForClients =
        switch diagnostic.code {
        case .interfaceFieldDeprecation: false
        case .invalidDefault: matters
        default: true
        }
      let hasRule = configuration.severities.rules[diagnostic.code.name] != nil
      let rule = hasRule ? .warning : configuration.severities.ofUnusedSchema
      if !isForClients, !configuration.reportsWholeSchema, !hasRule, rule != .error { return nil }
      if matters, entry.affectsUse { return diagnostic }
      switch rule {
      case .error: break
      case .warning: diagnostic.severity = .warning
      case .ignore: return nil
      }
      return diagnostic
    }
  }
}
