import ApusCompiler
import ApusIR

/// The options by which the plugin tells of modules that a target depends on.
enum ModuleOptions {
  static let all = [
    CommandSyntax.Option(
      name: "dependency", values: ["MODULE", "IN"], isRepeatable: true,
      help: "A document of a module that the target depends on; the plugin's form."),
    CommandSyntax.Option(
      name: "dependency-config", values: ["MODULE", "FILE"], isRepeatable: true,
      help: "The configuration of such a module."),
    CommandSyntax.Option(
      name: "other-package", values: ["MODULE"], isRepeatable: true,
      help: "Such a module that is of another package: what is 'package' there cannot be used."),
  ]

  /// The dependency modules whose code the target can use: it is public, or package and of the same package. Each stands behind
  /// those that it depends on.
  static func modules(_ arguments: ParsedArguments) -> [DependencyModule] {
    let others = Set(arguments.values("other-package"))
    var known: Set<String> = []
    return arguments.groups("dependency-config").compactMap { group in
      // What is wrong with it is said in the module's own build.
      let generation = ConfigurationFile.read(group[1]).configuration.generation
      let isOpen =
        generation.accessLevel == .public
        || generation.accessLevel == .package && !others.contains(group[0])
      if !isOpen || !known.insert(group[0]).inserted { return nil }
      return DependencyModule(
        name: group[0], namespace: generation.namespace, emitsWholeSchema: generation.emitsWholeSchema)
    }
  }

  /// The documents of `modules`.
  static func documents(_ arguments: ParsedArguments, of modules: [DependencyModule]) -> [Document] {
    let names = Set(modules.map(\.name))
    return arguments.groups("dependency").filter { names.contains($0[0]) }
      .map { Document(path: $0[1], module: $0[0]) }
  }
}
