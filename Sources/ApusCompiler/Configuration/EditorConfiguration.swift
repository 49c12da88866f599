import ApusDiagnostics
import ApusJSON
import ApusSchema

/// Reads `.graphqlrc.json` or `.graphqlrc.yml`, by which GraphQL editors find schema and documents.
///
/// https://the-guild.dev/graphql/config/docs
package struct EditorConfiguration {
  /// The name of the file that Apus writes.
  package static let name = ".graphqlrc.json"
  /// The names that are read, the first that is there.
  package static let names = [
    name, ".graphqlrc.yml", ".graphqlrc.yaml", ".graphqlrc", "graphql.config.json", "graphql.config.yml",
    "graphql.config.yaml",
  ]

  /// The file in the first of some folders that has one.
  package static func find(in folders: [String]) -> String? {
    folders.lazy.flatMap { folder in names.lazy.map { Path.join(folder, $0) } }
      .first { FileSystem.kind(of: $0) == .file }
  }

  /// A schema and the documents that go with it.
  package struct Project {
    /// Its key in `projects`; nil for a file that is one project.
    package let name: String?
    /// The schema's files. Addresses of servers are left out: a build reads no network.
    package private(set) var schemas: [String] = []
    /// Patterns that the documents' paths match; empty for every document.
    private var included: [PathPattern] = []
    /// Patterns of documents that are not its own.
    private var excluded: [PathPattern] = []
    private let folder: String

    /// The project that leaves everything open.
    package init() {
      name = nil
      folder = ""
    }

    fileprivate init(_ name: String?, _ value: JSONValue, in folder: String) {
      self.name = name
      self.folder = folder
      schemas = (value["schema"]?.texts ?? []).filter { !$0.contains("://") }
        .flatMap { PathSearch.files($0, in: folder) }
      for pattern in (value["documents"]?.texts ?? []) + (value["include"]?.texts ?? []) {
        if pattern.hasPrefix("!") {
          excluded.append(PathPattern(Path.normalized(String(pattern.dropFirst()))))
        } else {
          included.append(PathPattern(Path.normalized(pattern)))
        }
      }
      excluded += (value["exclude"]?.texts ?? []).map { PathPattern(Path.normalized($0)) }
    }

    /// Whether the document at `path` is one of the project's.
    package func includes(_ path: String) -> Bool {
      guard let relative = Path.relative(path, to: folder.isEmpty ? "." : folder) else { return true }
      if excluded.contains(where: { $0.matches(relative) }) { return false }
      return included.isEmpty || included.contains { $0.matches(relative) }
    }

    /// Whether the project says which documents are its own.
    fileprivate var isSelective: Bool { !included.isEmpty }
  }

  /// In the order of the file.
  package private(set) var projects: [Project] = []

  /// The configuration that leaves everything open.
  package init() {}

  /// Reads the file at `path`; keys that are of no use here are the editors' business.
  package static func read(_ path: String) -> (configuration: EditorConfiguration, diagnostics: [Diagnostic])
  {
    var configuration = EditorConfiguration()
    let folder = Path.parent(of: path)
    let source: SourceFile
    do {
      source = try FileSystem.read(path)
    } catch {
      return (configuration, [.unreadable(error)])
    }
    var json = source
    // A file that is not JSON by its name or its first character is YAML.
    let isJSON =
      path.hasSuffix(".json") || source.text(0, source.count).first { !$0.isWhitespace } == "{"
    if !isJSON {
      do throws(YAMLSubset.Failure) {
        json = SourceFile(path: path, text: try YAMLSubset.parse(source).line)
      } catch {
        return (configuration, [error.diagnostic(in: source)])
      }
    }
    do {
      let root = try JSONTree.parse(json).root
      configuration.projects =
        root["projects"]?.members.map { $0.map { Project($0.name, $0.value, in: folder) } }
        ?? [Project(nil, root, in: folder)]
      return (configuration, [])
    } catch {
      return (configuration, [error.diagnostic(in: json)])
    }
  }

  /// The project that documents are of: the first one that names one of them, else the one called "default", else the first
  /// that takes any. Where there is none, everything is left open.
  package func project(for paths: [String]) -> Project {
    if let only = projects.first, projects.count == 1 { return only }
    return projects.first { project in project.isSelective && paths.contains(where: project.includes) }
      ?? projects.first { $0.name == "default" } ?? projects.first { !$0.isSelective } ?? Project()
  }
}

// MARK: - Writing

extension EditorConfiguration {
  /// Where the file for a target goes: the root of its package, else its folder.
  package static func root(around folder: String) -> String {
    var root = folder
    // A relative path ends at the current folder; the package may be around that.
    for _ in 0..<64 {
      let path = root.isEmpty ? "." : root
      if FileSystem.kind(of: Path.join(path, "Package.swift")) == .file { return path }
      if path == "/" { break }
      if path == "." || Path.lastComponent(of: path) == ".." {
        root = path == "." ? ".." : Path.join(path, "..")
        if FileSystem.identity(of: root) == FileSystem.identity(of: path) { break }
      } else {
        root = Path.parent(of: path)
      }
    }
    return folder
  }

  /// The text of a file in `root` for the documents below `folder`.
  package static func text(root: String, schemas: [String], folder: String) -> String {
    let names = schemas.map { path(from: root, to: $0) }
    let below = path(from: root, to: folder)
    let members: [(name: String, value: JSONOutput)] = [
      ("schema", names.count == 1 ? .string(names[0]) : .strings(names)),
      ("documents", .string(below.isEmpty || below == "." ? "**/*.graphql" : below + "/**/*.graphql")),
    ]
    return JSONOutput.object(members).text(lineDepth: 1) + "\n"
  }

  /// A path as the file in `root` has it; what has no such form, as an absolute path.
  private static func path(from root: String, to path: String) -> String {
    if let relative = Path.relativeFrom(root, to: path) { return relative }
    let current = FileSystem.currentDirectory ?? "/"
    let (root, path) = (Path.normalized(Path.join(current, root)), Path.normalized(Path.join(current, path)))
    return Path.relativeFrom(root, to: path) ?? path
  }
}
