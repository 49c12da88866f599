import ApusSource
import ApusDocuments
import ApusSwiftModel
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

  /// The options of a run: those of the configuration, those inherited from dependencies, and the dependencies.
  static func options(for inputs: Inputs) -> GenerationOptions {
    if inputs.dependencies.isEmpty { return inputs.configuration.generation }
    return options(for: inputs, InheritedOptions(inputs))
  }

  /// The options of a run, and an error for each option that conflicts with a dependency's.
  ///
  /// - Parameter index: the documents of a run without errors.
  static func options(for inputs: Inputs, _ index: DocumentIndex) -> (
    options: GenerationOptions, diagnostics: [Diagnostic]
  ) {
    if inputs.dependencies.isEmpty { return (inputs.configuration.generation, []) }
    let inherited = InheritedOptions(inputs)
    return (options(for: inputs, inherited), ConfigurationConflicts.find(in: inputs, index, inherited))
  }

  private static func options(for inputs: Inputs, _ inherited: InheritedOptions) -> GenerationOptions {
    let documents = Dictionary(grouping: inputs.documents) { $0.module ?? "" }
    var options = inherited.target
    options.dependencyModules = inputs.dependencies.map { dependency in
      DependencyModule(
        name: dependency.name, options: inherited.dependencies[dependency.name] ?? options,
        documents: Set((documents[dependency.name] ?? []).map(\.path)),
        dependencies: dependency.dependencies)
    }
    return options
  }
}
