/// The options by which the plugin tells of modules that a target depends on, and of those that it cannot use.
enum ModuleOptions {
  static let all = [
    CommandSyntax.Option(
      name: "dependency", values: ["MODULE", "IN"], isRepeatable: true,
      help: "A document of a module that the target depends on; the plugin's form."),
    CommandSyntax.Option(
      name: "dependency-config", values: ["MODULE", "FILE"], isRepeatable: true,
      help: "The configuration of such a module."),
    CommandSyntax.Option(
      name: "dependency-on", values: ["MODULE", "OTHER"], isRepeatable: true,
      help: "Such a module that depends on another one."),
    CommandSyntax.Option(
      name: "other-package", values: ["MODULE"], isRepeatable: true,
      help: "Such a module that is of another package: what is 'package' there cannot be used."),
    CommandSyntax.Option(
      name: "hidden-module", values: ["MODULE", "WHY", "PATH"], isRepeatable: true,
      help: """
        A module whose fragments the target cannot use, why (other-schema, no-dependency or xcode), and
        where they are: read only to say so of an unknown fragment.
        """),
  ]

  /// What a command line tells of other modules.
  struct Modules {
    /// Those whose code the target can use: it is public, or package and of the same package. Each stands behind those that
    /// it depends on.
    var dependencies: [Dependency] = []
    /// Their documents.
    var documents: [Document] = []
    /// Those whose code it cannot use.
    var hidden: [HiddenModule] = []
  }

  static func modules(_ arguments: ParsedArguments) throws(UsageError) -> Modules {
    var modules = Modules()
    let others = Set(arguments.values("other-package"))
    let paths = Dictionary(grouping: arguments.groups("dependency"), by: { $0[0] })
      .mapValues { $0.map { $0[1] } }
    var below: [String: Set<String>] = [:]
    for pair in arguments.groups("dependency-on") { below[pair[0], default: []].insert(pair[1]) }
    var known: Set<String> = []
    for group in arguments.groups("dependency-config") where known.insert(group[0]).inserted {
      let name = group[0]
      // What is wrong with it is said in the module's own build.
      let configuration = ConfigurationFile.read(group[1]).configuration
      switch configuration.generation.accessLevel {
      case .internal: modules.hidden.append(HiddenModule(name, .internal, paths: paths[name] ?? []))
      case .package where others.contains(name):
        modules.hidden.append(HiddenModule(name, .otherPackage, paths: paths[name] ?? []))
      case .package, .public:
        modules.dependencies.append(
          Dependency(name, configuration: configuration, dependencies: below[name] ?? []))
      }
    }
    for (name, documents) in paths.sorted(by: { $0.key < $1.key }) where !known.contains(name) {
      modules.hidden.append(HiddenModule(name, .internal, paths: documents))
    }
    let names = Set(modules.dependencies.map(\.name))
    modules.documents = arguments.groups("dependency").filter { names.contains($0[0]) }
      .map { Document(path: $0[1], module: $0[0]) }
    for group in arguments.groups("hidden-module") {
      guard let reason = HiddenModule.Reason(rawValue: group[1]) else {
        let reasons = HiddenModule.Reason.allCases.map(\.rawValue).joined(separator: ", ")
        throw UsageError("--hidden-module: '\(group[1])' is none of \(reasons).")
      }
      modules.hidden.append(HiddenModule(group[0], reason, paths: [group[2]]))
    }
    return modules
  }
}
