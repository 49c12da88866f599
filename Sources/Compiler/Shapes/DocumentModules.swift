import ApusSyntax

/// A module *below* the compiled one, which means that the compiled module depends on it. Operations and fragments of the compiled module may spread
/// its fragments.
package struct DocumentModule: Sendable {
  package let name: String
  /// The paths of its documents.
  package let documents: Set<String>
  /// The names of the modules that it depends on.
  package let dependencies: Set<String>

  package init(name: String, documents: Set<String>, dependencies: Set<String>) {
    self.name = name
    self.documents = documents
    self.dependencies = dependencies
  }
}

/// The module of each definition. Modules are numbered so that each comes after its dependencies: first the modules below, last the compiled module.
package struct DocumentModules {
  /// The modules that the compiled module depends on, each after its own dependencies.
  package let below: [DocumentModule]
  /// The names of the modules that documents belong to; nil for the compiled module.
  package let names: [String?]
  /// Whether all definitions belong to the compiled module.
  package let isEmpty: Bool
  private let tree: SyntaxTree
  private let numbers: [Int]

  package init(_ tree: SyntaxTree, _ below: [DocumentModule]) {
    self.tree = tree
    self.below = below
    var ofDocuments: [String: Int] = [:]
    for (number, module) in below.enumerated() {
      for path in module.documents { ofDocuments[path] = number }
    }
    isEmpty = ofDocuments.isEmpty
    names = [nil] + Set(ofDocuments.values).map { below[$0].name }.sorted()
    numbers = isEmpty ? [] : tree.files.map { ofDocuments[$0.source.path] ?? below.count }
  }

  /// The number of the compiled module.
  package var own: Int { below.count }

  /// The number of a definition's module.
  package func number(of definition: NodeID) -> Int {
    isEmpty ? own : numbers[tree.fileIndex(of: definition)]
  }

  /// The name of the module with a number, or nil for the compiled module.
  package func name(of number: Int) -> String? { number < own ? below[number].name : nil }

  package func isOwn(_ definition: NodeID) -> Bool { isEmpty || number(of: definition) == own }

  /// The name of the module that a definition belongs to, or nil for the compiled module.
  package subscript(definition: NodeID) -> String? { name(of: number(of: definition)) }

  /// Groups definitions by module number, and keeps their order within each group.
  package func grouped(_ definitions: some Sequence<NodeID>) -> [[NodeID]] {
    var groups = [[NodeID]](repeating: [], count: below.count + 1)
    for definition in definitions { groups[number(of: definition)].append(definition) }
    return groups
  }

  /// For each module, whether the module `number` can use its declarations. It can use its own and those of all modules below it.
  package func visible(from number: Int) -> [Bool] {
    if number == own { return [Bool](repeating: true, count: below.count + 1) }
    var result = [Bool](repeating: false, count: below.count + 1)
    var names: Set<String> = [below[number].name]
    // In reverse order, each module comes before its dependencies. So when a module is visited, all modules that depend on it have been.
    for other in (0...number).reversed() where names.contains(below[other].name) {
      result[other] = true
      names.formUnion(below[other].dependencies)
    }
    return result
  }
}
