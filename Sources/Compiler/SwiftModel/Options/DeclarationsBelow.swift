import ApusSchema

/// The declarations of the modules below that are outside all others: they are imported and not declared again.
package struct DeclarationsBelow {
  private let modules: [DependencyModule]
  private let namespace: String?
  /// The numbers of the modules that declare names; of several, the lowest.
  private var owners: [String: Int] = [:]
  /// The enums, the input objects, and the types with identifiers.
  private var types: Set<TypeID> = []
  /// The names that several modules declare, none of which can use another's.
  private var sharedNames: Set<String> = []

  init(_ options: GenerationOptions) {
    modules = options.dependencyModules
    namespace = options.namespace
  }

  mutating func insert(_ name: String, of module: Int) {
    if owners[name] == nil { owners[name] = module }
  }

  /// - Parameter isShared: whether another module declares the type as well.
  mutating func insert(_ type: TypeID, names: [String], of module: Int, isShared: Bool) {
    types.insert(type)
    for name in names { insert(name, of: module) }
    if isShared { sharedNames.formUnion(names) }
  }

  /// Whether a module below declares the enum, the input object, or the identifier of an object type or interface.
  package func declares(_ type: TypeID) -> Bool { types.contains(type) }

  /// Whether modules below declare nothing.
  package var isEmpty: Bool { owners.isEmpty }

  /// The module below that declares a name.
  package func module(declaring name: String) -> DependencyModule? { owners[name].map { modules[$0] } }

  /// The name of a type declared outside all others, in this module or in one below.
  ///
  /// - Parameter module: the module that writes the name; nil for the compiled one.
  package func globalName(_ name: String, in module: String? = nil) -> String {
    let head = String(name.prefix { $0 != "." })
    guard !owners.isEmpty, let number = owners[head] else {
      return namespace.map { "\($0).\(name)" } ?? name
    }
    let owner = modules[number]
    // Swift finds the names of two imported modules ambiguous.
    let isAmbiguous =
      owner.name != module
      && (RuntimeNames.contains(owner.namespace ?? head) || sharedNames.contains(head))
    return [isAmbiguous ? owner.name : nil, owner.namespace, name].compactMap(\.self).joined(separator: ".")
  }
}
