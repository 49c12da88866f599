import ApusSource

/// An error in a schema, and the element that it is about.
///
/// Schemas in the wild are not always valid. The caller reports a diagnostic as an error if its documents use the
/// element, and may report it as a warning otherwise.
package struct SchemaDiagnostic {
  /// The check that found it. Checks run in this order.
  package enum Stage: Int {
    /// The text is not valid GraphQL or JSON.
    case syntax
    /// The introspection result is incomplete or contradicts itself.
    case introspection
    /// The definitions contradict each other: the SDL rules.
    case definitions
    /// The types violate a rule of section 3.
    case types
  }

  /// The element that documents have to use for the diagnostic to matter.
  package enum Concern: Equatable {
    /// The error concerns the whole schema.
    case schema
    case type(TypeID)
    case field(FieldID)
    case directive(DirectiveID)
    /// An element that no document can use.
    case nothing
  }

  package var diagnostic: Diagnostic
  package var stage: Stage
  package var concern: Concern

  /// Whether generated code depends on what is wrong. It does not on inconsistent deprecations, on default values that the server could not use
  /// itself, and on unknown directives of other tools.
  package var affectsUse: Bool { !SchemaDiagnostic.codesWithoutEffect.contains(diagnostic.code) }

  private static let codesWithoutEffect: Set<DiagnosticCode> = [
    .interfaceFieldDeprecation, .deprecatedRequired, .invalidDefault, .unknownDirective,
  ]
}

/// A schema and its diagnostics.
package struct LoadedSchema {
  package var schema: Schema
  /// Sorted by stage, then by place.
  package var diagnostics: [SchemaDiagnostic]
}
