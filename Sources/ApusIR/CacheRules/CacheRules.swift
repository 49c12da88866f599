import ApusDiagnostics
import ApusSchema

/// The cache rules in the configuration other than keys.
struct CacheRules {
  let ages: CacheAges
  let lookups: CacheLookups
  let merging: CacheMerging

  init(_ options: GenerationOptions, _ schema: Schema, _ keys: CacheKeys) {
    ages = CacheAges(options, schema)
    lookups = CacheLookups(options, schema, keys)
    merging = CacheMerging(options, schema, keys)
  }

  /// The errors in these rules.
  var diagnostics: [Diagnostic] { ages.diagnostics + lookups.diagnostics + merging.diagnostics }
}

extension GenerationOptions {
  /// The errors in these options' cache rules, for a schema. For the package that migrates apps.
  package func cacheDiagnostics(_ schema: Schema) -> [Diagnostic] {
    let keys = CacheKeys(self, schema)
    return keys.diagnostics + CacheRules(self, schema, keys).diagnostics
  }
}
