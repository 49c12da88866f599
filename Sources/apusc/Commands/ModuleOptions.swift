import ApusCompiler

/// The options by which the plugin tells of modules that a target depends on.
enum ModuleOptions {
  static let all = [
    CommandSyntax.Option(
      name: "below", values: ["MODULE", "IN"], isRepeatable: true,
      help: "A document of a module that the target depends on; the plugin's form."),
    CommandSyntax.Option(
      name: "config-below", values: ["MODULE", "FILE"], isRepeatable: true,
      help: "The configuration of such a module."),
  ]

  /// The documents of modules below whose code other modules can use: it is public, or package, and in no namespace.
  static func documents(_ arguments: ParsedArguments) -> [Document] {
    var open: Set<String> = []
    for group in arguments.groups("config-below") {
      // What is wrong with it is said in the module's own build.
      let generation = ConfigurationFile.read(group[1]).configuration.generation
      if generation.accessLevel != .internal, generation.namespace == nil { open.insert(group[0]) }
    }
    return arguments.groups("below").filter { open.contains($0[0]) }
      .map { Document(path: $0[1], module: $0[0]) }
  }
}
