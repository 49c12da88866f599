/// The rules that an app has for its cache.
struct AppRules: Sendable {
  var fields = FieldRules()
  var keys = KeyRules()

  init() {}

  init(_ fields: [GraphQLFieldRule], _ keys: [GraphQLKeyRule], _ types: TypeTable) {
    self.fields = FieldRules(fields, types)
    self.keys = KeyRules(keys, types, self.fields)
  }

  /// Rules without an effect.
  var faults: [GraphQLCacheError] { fields.faults + keys.faults }
}
