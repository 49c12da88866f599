import ApusDiagnostics
import ApusDocuments
import ApusIR
import ApusSchema
import ApusSyntax
import ApusValidation

/// Handles dependencies that compile their own documents against the same schema: their fragments can be spread, and
/// their types are imported instead of declared again.
enum DependencyModules {
  /// Removes warnings about documents of dependencies, which those modules' own builds report.
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

  /// Moves errors that involve documents of a dependency and of the target to the target's, which its author can change. The
  /// other places become notes.
  static func placedInTarget(_ diagnostics: [Diagnostic], _ inputs: Inputs) -> [Diagnostic] {
    var modules: [String: String] = [:]
    for document in inputs.documents { modules[document.path] = document.module }
    if modules.isEmpty { return diagnostics }
    return diagnostics.map { diagnostic in
      guard let first = diagnostic.ranges.first, let module = modules[first.file.path],
        let position = diagnostic.ranges.firstIndex(where: { modules[$0.file.path] == nil })
      else { return diagnostic }
      var diagnostic = diagnostic
      let own = diagnostic.ranges.remove(at: position)
      diagnostic.ranges.insert(own, at: 0)
      diagnostic.notes.removeAll { $0.range?.file.path == own.file.path && $0.range?.start == own.start }
      diagnostic.notes.insert(
        Diagnostic.Note("The module \"\(module)\" has the other one, here.", at: first), at: 0)
      return diagnostic
    }
  }

  /// The options of a run: those of the configuration, those inherited from dependencies, and the dependencies'
  /// declarations.
  ///
  /// - Parameter index: the documents of a run without errors.
  /// - Returns: the options, and an error for each option that conflicts with a dependency's.
  static func options(for inputs: Inputs, _ index: DocumentIndex) -> (
    options: GenerationOptions, diagnostics: [Diagnostic]
  ) {
    if inputs.dependencies.isEmpty { return (inputs.configuration.generation, []) }
    let inherited = InheritedOptions(inputs)
    let diagnostics = ConfigurationConflicts.find(in: inputs, index, inherited)
    var options = inherited.target
    let modules = inputs.dependencies.map(\.module)
    options.dependencyModules = modules
    if !diagnostics.isEmpty { return (options, diagnostics) }
    // The declaring module only matters if names are written with a namespace or imports are explicit.
    let asksForOwners =
      options.accessLevel != .internal || options.namespace != nil
      || modules.contains { $0.namespace != nil }
    var documents: [Document] = []
    var emitsWholeSchema = false
    for (number, module) in modules.enumerated() {
      documents += inputs.documents.filter { $0.module == module.name }
      emitsWholeSchema = emitsWholeSchema || module.emitsWholeSchema
      let read = DocumentReader.read(
        documents, names: index.schema.names, hasRelayArguments: inputs.allowsFragmentArguments)
      // The module's own run reports the removed fields.
      _ = LocalFields.remove(from: read.tree, index.schema)
      RelayDefaults.read(in: read.tree, index.schema)
      let own = DocumentIndex(read.tree, index.schema)
      // A module declares the types of its own documents, unless one of its dependencies does.
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
        if let choice = value.choice { names += choice.globalNames }
      }
    }
    for name in names where options.dependencyOwners[name] == nil { options.dependencyOwners[name] = module }
  }
}
