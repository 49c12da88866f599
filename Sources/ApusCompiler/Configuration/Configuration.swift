import ApusIR

/// Everything that an `apus.json` can say. Without one, every property has its default.
package struct Configuration {
  /// The schema's files, relative to the configuration's folder until ``ConfigurationFile`` resolves them; empty: the
  /// files that the caller found.
  package var schemas: [String] = []
  /// The manifest whose identifiers registered operations have; a path like those of ``schemas``.
  package var operationManifest: String?
  /// Names of directives that are not sent, beside those that are known.
  package var clientDirectives: [String] = []
  /// Whether an error in the schema stops the build even when no document uses what it is about.
  package var isSchemaStrict = false
  /// What kinds of diagnostics are made of, by the name of their code.
  package var severities = SeverityRules()
  /// What the Swift that comes out looks like.
  package var generation = GenerationOptions()
  /// Where it says so.
  package var places = ConfigurationPlaces()

  package init() {}
}
