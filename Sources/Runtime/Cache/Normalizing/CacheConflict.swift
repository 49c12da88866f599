/// Two values for the same field of the same object in one response, for ``GraphQLCacheEvent/conflict(_:object:field:values:)``.
struct CacheConflict {
  var object: String
  var field: String
  var values: [String]
}
