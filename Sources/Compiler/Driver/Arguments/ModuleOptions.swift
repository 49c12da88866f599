/// The options by which the plugin passes a target's dependencies, and modules that it cannot use.
enum ModuleOptions {
  static let all = [
    CommandSyntax.Option(
      name: "dependency", values: ["MODULE", "IN"], isRepeatable: true, isForPlugin: true,
      help: "A document of a module that the target depends on."),
    CommandSyntax.Option(
      name: "dependency-schema", values: ["MODULE", "FILE"], isRepeatable: true, isForPlugin: true,
      help: "The schema of such a module. Its fragments can be used if the target has the same schema."),
    CommandSyntax.Option(
      name: "dependency-config", values: ["MODULE", "FILE"], isRepeatable: true, isForPlugin: true,
      help: "The configuration of such a module."),
    CommandSyntax.Option(
      name: "dependency-on", values: ["MODULE", "OTHER"], isRepeatable: true, isForPlugin: true,
      help: "A module and another one that it depends on."),
    CommandSyntax.Option(
      name: "dependency-package", values: ["MODULE", "DIR"], isRepeatable: true, isForPlugin: true,
      help: """
        The root of such a module's package. Its configuration and schema apply if no others are
        given. If it is not the target's package, 'package' declarations cannot be used.
        """),
    CommandSyntax.Option(
      name: "hidden-module", values: ["MODULE", "WHY", "PATH"], isRepeatable: true, isForPlugin: true,
      help: """
        A module whose fragments the target cannot use, the reason (other-schema, no-dependency,
        swift-files or xcode), and its files, which are only read to explain an unknown fragment.
        """),
  ]

  /// The modules described on a command line.
  struct Modules {
    /// Modules whose code the target can use, because it is public, or `package` in the same package. Each comes after
    /// its own dependencies.
    var dependencies: [Dependency] = []
    /// The documents of these modules.
    var documents: [Document] = []
    /// Modules whose code the target cannot use.
    var hidden: [HiddenModule] = []
  }

  /// - Parameters:
  ///   - given: the modules described on the command line.
  ///   - schemas: the target's schema. Fragments of a module with a different schema cannot be used.
  static func modules(_ given: [GivenModule], against schemas: [String], _ arguments: ParsedArguments)
    throws(UsageError) -> Modules
  {
    var modules = Modules()
    for module in given {
      if !module.schemas.isEmpty, !ModuleSchemas.areSame(module.schemas, schemas) {
        modules.hidden.append(HiddenModule(module.name, .otherSchema, paths: module.documents))
        continue
      }
      switch module.configuration.generation.accessLevel {
      case .internal:
        modules.hidden.append(HiddenModule(module.name, .internal, paths: module.documents))
      case .package where module.isOutside(arguments.value("package")):
        modules.hidden.append(HiddenModule(module.name, .otherPackage, paths: module.documents))
      case .package, .public:
        modules.documents += module.documents.map { Document(path: $0, module: module.name) }
        if modules.dependencies.contains(where: { $0.name == module.name }) { continue }
        modules.dependencies.append(
          Dependency(
            module.name, configuration: module.configuration, dependencies: module.dependencies))
      }
    }
    for group in arguments.groups("hidden-module") {
      guard let reason = HiddenModule.Reason(rawValue: group[1]) else {
        let reasons = HiddenModule.Reason.allCases.map(\.rawValue).joined(separator: ", ")
        throw UsageError("--hidden-module: '\(group[1])' is not one of \(reasons).")
      }
      modules.hidden.append(HiddenModule(group[0], reason, paths: [group[2]]))
    }
    return modules
  }
}
