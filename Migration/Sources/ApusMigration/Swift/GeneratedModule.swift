import ApusDriver

/// The code generated from one Apollo configuration, as the app's sources see it.
struct GeneratedModule {
  /// The name of the namespace or module.
  var namespace: String
  /// Whether to delete `Namespace.`, because the enum no longer exists.
  var dropsNamespace = false
  /// Whether operations and fragments are outside of the namespace.
  var hasBareOperations = false
  /// Whether schema types are outside of the namespace.
  var hasBareTypes = false
  /// The schema tables to pass to the cache.
  var cacheSchemas: [String] = []
  /// The folder of the target that contains the code; nil for a separate module.
  var folder: String?
  /// The modules that contain the code.
  var modules: Set<String> = []
  /// The names generated from the documents; nil if they are unknown.
  var names: ApolloNames?

  /// Whether a file can see it: it is in the same target or imports the module.
  func isVisible(_ path: String, _ imports: Set<String>) -> Bool {
    if let folder, Path.relative(path, to: folder) != nil { return true }
    return !imports.isDisjoint(with: modules)
  }

  /// Whether the name is that of a type outside of the namespace.
  func isBare(_ word: String) -> Bool {
    guard let names else { return false }
    if names.operations[word] != nil || names.fragments[word] != nil { return hasBareOperations }
    return hasBareTypes && names.declares(word)
  }
}
