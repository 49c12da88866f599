/// A module that the target depends on, as described on the command line.
///
/// A target with several configurations is compiled in parts. Each part is a separate module, written as
/// `Module/Folder`.
struct GivenModule {
  /// The name of the module.
  let name: String
  /// The path of its configuration; nil if it has none.
  var configurationPath: String?
  /// Its options. Errors in them are reported by the module's own build.
  var configuration = Configuration()
  var documents: [String] = []
  /// The schema it is compiled against.
  var schemas: [String] = []
  /// The names of the modules that it depends on.
  var dependencies: Set<String> = []
  /// The root of its package.
  var package: String?

  /// The modules on a command line, in order: each comes after its dependencies.
  static func all(_ arguments: ParsedArguments) -> [GivenModule] {
    var modules: [GivenModule] = []
    var indices: [String: Int] = [:]
    func change(_ key: String, _ body: (inout GivenModule) -> Void) {
      let index = indices[key] ?? modules.count
      if index == modules.count {
        modules.append(GivenModule(name: key.split(separator: "/").first.map(String.init) ?? key))
        indices[key] = index
      }
      body(&modules[index])
    }
    for group in arguments.groups("dependency-config") {
      change(group[0]) { module in
        if module.configurationPath != nil { return }
        module.configurationPath = group[1]
        module.configuration = ConfigurationFile.read(group[1]).configuration
      }
    }
    for group in arguments.groups("dependency-package") { change(group[0]) { $0.package = group[1] } }
    for group in arguments.groups("dependency") { change(group[0]) { $0.documents.append(group[1]) } }
    for group in arguments.groups("dependency-schema") { change(group[0]) { $0.schemas.append(group[1]) } }
    for group in arguments.groups("dependency-on") { change(group[0]) { $0.dependencies.insert(group[1]) } }
    var roots: [String: PackageRoot] = [:]
    for index in modules.indices {
      if let folder = modules[index].package {
        let root = roots[folder] ?? PackageRoot(folder)
        roots[folder] = root
        modules[index].inherit(root)
      }
      let configured = modules[index].configuration.schemas
      if !configured.isEmpty { modules[index].schemas = configured }
    }
    return modules
  }

  /// Fills in files that the module lacks from the root of its package.
  private mutating func inherit(_ root: PackageRoot) {
    if configurationPath == nil, let file = root.configuration {
      configurationPath = file
      configuration = ConfigurationFile.read(file).configuration
    }
    if schemas.isEmpty { schemas = root.schemas }
  }

  /// Whether it belongs to a package other than the one at `root`.
  func isOutside(_ root: String?) -> Bool {
    package.map(Path.normalized) != root.map(Path.normalized)
  }
}
