import ApusDiagnostics

/// Something wrong with a schema, and what of the schema it is about.
///
/// Schemas in the wild are not always valid. A caller reports a diagnostic as an error when its documents use what the
/// diagnostic is about, and may report it as a warning when they do not.
package struct SchemaDiagnostic {
  /// The check that found it, in the order in which they run.
  package enum Stage: Int {
    /// The text is no GraphQL, or no JSON.
    case syntax
    /// The introspection result is incomplete or contradicts itself.
    case introspection
    /// The definitions contradict one another: the SDL rules.
    case definitions
    /// The types that they define break a rule of section 3.
    case types
  }

  /// What documents have to use for the diagnostic to matter to them.
  package enum Concern: Equatable {
    /// The schema as a whole.
    case schema
    case type(TypeID)
    case field(FieldID)
    case directive(DirectiveID)
    /// Something that no document can use.
    case nothing
  }

  package var diagnostic: Diagnostic
  package var stage: Stage
  package var concern: Concern
}

/// A schema with all that is wrong with it.
package struct LoadedSchema {
  package var schema: Schema
  /// In the order of their stages, and of their places within a stage.
  package var diagnostics: [SchemaDiagnostic]
}
