import ApusDriver
import ApusSource

/// Decides for all configurations at once who owns each file, so that none moves away from another configuration that
/// names it.
///
/// A document has one owner, whose target compiles it. A schema may be named by several configurations; then it stays
/// where it is.
struct MigrationPlan {
  /// A configuration with the files that its search paths find.
  struct Part {
    var configuration: ApolloConfiguration
    /// The configuration's folder, which search paths are relative to.
    var folder: String
    var schemas: ApolloFiles
    var documents: ApolloFiles
    /// The target that contains the schema's types.
    var target: ApolloTarget

    /// - Throws: ``JSONError`` if the text is not JSON.
    init(_ source: SourceFile) throws(JSONError) {
      configuration = try ApolloConfiguration(source)
      let current = FileSystem.currentDirectory ?? "/"
      folder = Path.normalized(Path.join(current, Path.parent(of: source.path)))
      schemas = ApolloFiles(configuration.schemaPaths, in: folder)
      documents = ApolloFiles(configuration.operationPaths, in: folder)
      target = Part.target(configuration, Path.normalized(Path.join(folder, configuration.schemaTypes)))
    }

    private static func target(_ configuration: ApolloConfiguration, _ types: String) -> ApolloTarget {
      if configuration.module == .package {
        return ApolloTarget(
          name: configuration.namespace, folder: Path.join(types, "Sources"), home: .generated(types),
          isPrimary: true)
      }
      let around = PackageTargets(around: types)
      var found: PackageTargets.Target?
      if case .embedded(let name) = configuration.module { found = around.target(named: name) }
      found = found ?? around.target(of: types)
      var home = ApolloTarget.Home.unknown
      if let root = around.root { home = around.isXcode ? .xcode(root) : .package(root) }
      var name = configuration.namespace
      if case .embedded(let target) = configuration.module { name = target }
      return ApolloTarget(
        name: found?.name ?? name, folder: found?.folder ?? types, home: home, isPrimary: true)
    }

    /// How closely a document belongs to the configuration: by its target's folder, by the search path that finds it,
    /// and by the configuration's own folder.
    fileprivate func closeness(of document: String) -> [Int] {
      func depth(_ folder: String) -> Int {
        Path.relative(document, to: folder) == nil ? 0 : folder.utf8.count
      }
      return [depth(target.folder), documents.precision[document] ?? 0, depth(folder)]
    }
  }

  let parts: [Part]
  /// The number of the part that owns each document.
  private var owners: [String: Int] = [:]
  /// The number of parts that name each schema.
  private var users: [String: Int] = [:]

  init(_ parts: [Part]) {
    self.parts = parts
    for (number, part) in parts.enumerated() {
      for schema in part.schemas.files { users[schema, default: 0] += 1 }
      for document in part.documents.files {
        guard let owner = owners[document] else {
          owners[document] = number
          continue
        }
        // The first of two that are as close owns it.
        if parts[owner].closeness(of: document).lexicographicallyPrecedes(part.closeness(of: document)) {
          owners[document] = number
        }
      }
    }
  }

  /// Whether several configurations name a schema, which therefore stays.
  func isShared(_ schema: String) -> Bool { users[schema, default: 0] > 1 }

  func owns(_ number: Int, _ document: String) -> Bool { owners[document] == number }

  /// The configuration that compiles a document.
  func owner(of document: String) -> Part? { owners[document].map { parts[$0] } }

  /// The configuration before this one that generates into the same target, which can only have one schema.
  func rival(of number: Int) -> Part? {
    parts[..<number].first { $0.target.folder == parts[number].target.folder }
  }
}
