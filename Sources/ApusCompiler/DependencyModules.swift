import ApusDiagnostics
import ApusDocuments
import ApusIR
import ApusSchema
import ApusSyntax

/// Modules that a target depends on and that compile documents of their own against the same schema: their fragments
/// can be spread, and what they declare is imported instead of declared again.
enum DependencyModules {
  /// `diagnostics` without warnings about documents of dependency modules: those modules' own builds show them.
  static func withoutTheirWarnings(_ diagnostics: [Diagnostic], _ inputs: Inputs) -> [Diagnostic] {
    let paths = Set(inputs.documents.filter { $0.module != nil }.map(\.path))
    if paths.isEmpty { return diagnostics }
    return diagnostics.filter { diagnostic in
      guard diagnostic.severity == .warning, let path = diagnostic.ranges.first?.file.path else {
        return true
      }
      return !paths.contains(path)
    }
  }

  /// The options of a run: those of the configuration, and what the dependency modules declare.
  ///
  /// - Parameter index: the documents of a run without errors.
  static func options(for inputs: Inputs, _ index: DocumentIndex) -> GenerationOptions {
    var options = inputs.configuration.generation
    options.dependencyModules = inputs.modules
    if inputs.modules.isEmpty { return options }
    // Who declares a name matters only to those who write it down with a namespace, or choose their imports.
    let asksForOwners =
      options.accessLevel != .internal || options.namespace != nil
      || inputs.modules.contains { $0.namespace != nil }
    var documents: [Document] = []
    var emitsWholeSchema = false
    for (number, module) in inputs.modules.enumerated() {
      documents += inputs.documents.filter { $0.module == module.name }
      emitsWholeSchema = emitsWholeSchema || module.emitsWholeSchema
      let read = DocumentReader.read(documents, names: index.schema.names)
      let own = DocumentIndex(read.tree, index.schema)
      // A module's own run declares what comes of its documents and is not declared by those below it.
      var ownOptions = options
      ownOptions.emitsWholeSchema = emitsWholeSchema
      for (fragment, names) in GlobalNames(own, ownOptions).fragments {
        options.dependencyFragments[read.tree.name(fragment)] = names
      }
      if !asksForOwners && number + 1 < inputs.modules.count { continue }
      let program = Lowering.lower(own, ownOptions).program
      add(program, of: module, to: &options)
    }
    return options
  }

  private static func add(
    _ program: Program, of module: DependencyModule, to options: inout GenerationOptions
  ) {
    var names: [String] = []
    for type in program.enums.map(\.type) + program.inputObjects.map(\.type) {
      options.dependencyTypes.insert(program.schema.name(type))
    }
    names += program.globalNames
    for fragment in program.fragments {
      for value in [fragment.ownProtocol].compactMap(\.self) + fragment.nestedProtocols {
        names.append(value.name)
        if let choice = value.choice { names.append(choice.enumName) }
      }
    }
    for name in names where options.dependencyOwners[name] == nil { options.dependencyOwners[name] = module }
  }
}
