import ApusSource
import ApusSchema

/// The cache rules in the configuration other than keys.
package struct CacheRules {
  let ages: CacheAges
  let lookups: CacheLookups
  package let merging: CacheMerging

  package init(
    _ options: ShapeOptions, _ schema: Schema, _ keys: CacheKeys, _ diagnostics: DiagnosticSink
  ) {
    ages = CacheAges(options, schema, diagnostics)
    lookups = CacheLookups(options, schema, keys, diagnostics)
    merging = CacheMerging(options, schema, keys, diagnostics)
  }
}

extension ShapeOptions {
  /// The errors in these options' cache rules, for a schema. For the package that migrates apps.
  package func cacheDiagnostics(_ schema: Schema) -> [Diagnostic] {
    let diagnostics = DiagnosticSink()
    let keys = CacheKeys(self, schema, diagnostics)
    _ = CacheRules(self, schema, keys, diagnostics)
    return diagnostics.all
  }
}
