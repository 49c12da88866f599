/// A module that the target depends on, as the command line describes it.
///
/// A target with several configurations is compiled in parts, and each part is described by itself, as `Module/Folder`.
struct GivenModule {
  /// The module's name.
  let name: String
  /// The path of its configuration; nil where it has none.
  var configurationPath: String?
  /// Its options. The module's own build reports its errors.
  var configuration = Configuration()
  var documents: [String] = []
  /// The schema that it is compiled against.
  var schemas: [String] = []
  /// The names of the modules that it depends on.
  var dependencies: Set<String> = []
  /// The root of its package.
  var package: String?

  /// The modules of a command line, in its order: each after those that it depends on.
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

  /// Takes what the module has none of from the root of its package.
  private mutating func inherit(_ root: PackageRoot) {
    if configurationPath == nil, let file = root.configuration {
      configurationPath = file
      configuration = ConfigurationFile.read(file).configuration
    }
    if schemas.isEmpty { schemas = root.schemas }
  }

  /// Whether its package is not the one at `root`.
  func isOutside(_ root: String?) -> Bool {
    package.map(Path.normalized) != root.map(Path.normalized)
  }
}
