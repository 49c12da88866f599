import ApusDiagnostics
import ApusDocuments
import ApusIR
import ApusSchema
import ApusSyntax
import ApusValidation

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

  /// The options of a run: those of the configuration, what the dependencies' configurations add to it, and what the
  /// dependencies declare.
  ///
  /// - Parameter index: the documents of a run without errors.
  /// - Returns: also an error for each thing that a configuration says otherwise than one below, and cannot.
  static func options(for inputs: Inputs, _ index: DocumentIndex) -> (
    options: GenerationOptions, diagnostics: [Diagnostic]
  ) {
    if inputs.dependencies.isEmpty { return (inputs.configuration.generation, []) }
    let inherited = InheritedOptions(inputs)
    let diagnostics = Contradictions.find(in: inputs, index, inherited)
    var options = inherited.target
    let modules = inputs.dependencies.map(\.module)
    options.dependencyModules = modules
    if !diagnostics.isEmpty { return (options, diagnostics) }
    // Who declares a name matters only to those who write it down with a namespace, or choose their imports.
    let asksForOwners =
      options.accessLevel != .internal || options.namespace != nil
      || modules.contains { $0.namespace != nil }
    var documents: [Document] = []
    var emitsWholeSchema = false
    for (number, module) in modules.enumerated() {
      documents += inputs.documents.filter { $0.module == module.name }
      emitsWholeSchema = emitsWholeSchema || module.emitsWholeSchema
      let read = DocumentReader.read(documents, names: index.schema.names)
      // Its own run tells what goes.
      _ = LocalFields.remove(from: read.tree, index.schema)
      let own = DocumentIndex(read.tree, index.schema)
      // A module's own run declares what comes of its documents and is not declared by those below it.
      var ownOptions = inherited.dependencies[module.name] ?? options
      ownOptions.emitsWholeSchema = emitsWholeSchema
      ownOptions.dependencyModules = modules
      ownOptions.dependencyTypes = options.dependencyTypes
      ownOptions.dependencyOwners = options.dependencyOwners
      ownOptions.dependencyFragments = options.dependencyFragments
      ownOptions.modulesOfDocuments = options.modulesOfDocuments
      for (fragment, names) in GlobalNames(own, ownOptions).fragments {
        options.dependencyFragments[read.tree.name(fragment)] = names
      }
      for document in documents where document.module == module.name {
        options.modulesOfDocuments[document.path] = module.name
      }
      if !asksForOwners && number + 1 < modules.count { continue }
      let program = Lowering.lower(own, ownOptions).program
      add(program, of: module, to: &options)
    }
    return (options, [])
  }

  private static func add(
    _ program: Program, of module: DependencyModule, to options: inout GenerationOptions
  ) {
    var names: [String] = []
    let types =
      program.enums.map(\.type) + program.inputObjects.map(\.type) + program.identifiers.map(\.type)
    for type in types {
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
