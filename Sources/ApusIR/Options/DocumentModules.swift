import ApusSyntax

/// The modules below whose documents are compiled along, by definition.
struct DocumentModules {
  /// Whether all definitions are the compiled module's own.
  let isEmpty: Bool
  private let tree: SyntaxTree
  private let ofFiles: [String?]

  init(_ tree: SyntaxTree, _ options: GenerationOptions) {
    self.tree = tree
    isEmpty = options.modulesOfDocuments.isEmpty
    names = [nil] + Set(options.modulesOfDocuments.values).sorted()
    ofFiles = isEmpty ? [] : tree.files.map { options.modulesOfDocuments[$0.source.path] }
  }

  /// The compiled module, as nil, and those below that documents belong to.
  let names: [String?]

  /// The module below that a definition belongs to; nil for the compiled module's own.
  subscript(definition: NodeID) -> String? { isEmpty ? nil : ofFiles[tree.fileIndex(of: definition)] }
}
