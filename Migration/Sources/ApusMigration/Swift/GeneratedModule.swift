import ApusCompiler

/// The code that one configuration of Apollo's generates, as the app's sources see it.
struct GeneratedModule {
  /// The namespace or module.
  var namespace: String
  /// Whether `Namespace.` is deleted: the enum is not there any more.
  var dropsNamespace = false
  /// Whether operations and fragments stand without the namespace.
  var hasBareOperations = false
  /// Whether schema types do.
  var hasBareTypes = false
  /// The tables that the cache is given.
  var cacheSchemas: [String] = []
  /// The folder of the target that the code is a part of; nil for a module of its own.
  var folder: String?
  /// The modules that have the code.
  var modules: Set<String> = []
  /// What the documents generate; nil where that is not known.
  var names: ApolloNames?

  /// Whether a file sees it: it is in the same target, or imports the module.
  func isVisible(_ path: String, _ imports: Set<String>) -> Bool {
    if let folder, Path.relative(path, to: folder) != nil { return true }
    return !imports.isDisjoint(with: modules)
  }

  func isBare(_ word: String) -> Bool {
    guard let names else { return false }
    if names.operations[word] != nil || names.fragments[word] != nil { return hasBareOperations }
    return hasBareTypes && names.declares(word)
  }
}
