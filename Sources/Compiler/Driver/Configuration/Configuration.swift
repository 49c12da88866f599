import ApusSwiftModel
import ApusValidation

/// The contents of an `apus.json`. All properties default to their values without one.
package struct Configuration {
  /// The schema files. Relative to the configuration's folder until ``ConfigurationFile`` resolves them. If empty, the
  /// caller's files are used.
  package var schemas: [String] = []
  /// The operation manifest with registered identifiers; a path like those of ``schemas``.
  package var operationManifest: String?
  /// Names of additional client-side directives.
  package var clientDirectives: [String] = []
  /// Options for validation.
  package var validation = ValidationOptions(allowsFragmentArguments: false)
  /// Whether to also report errors in the schema that affect no client.
  package var reportsWholeSchema = false
  /// Severities of diagnostics, by code.
  package var severities = SeverityRules()
  /// Options for the generated Swift.
  package var generation = GenerationOptions()
  /// The places of the keys in the file.
  package var places = ConfigurationPlaces()

  package init() {}
}
