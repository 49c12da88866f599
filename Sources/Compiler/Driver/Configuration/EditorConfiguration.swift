import ApusSource
import ApusSchema

/// Reads `.graphqlrc.json`, in which GraphQL editors look up the schema and documents.
///
/// https://the-guild.dev/graphql/config/docs
package struct EditorConfiguration {
  /// The name of the file that Apus writes.
  package static let name = ".graphqlrc.json"
  /// The names to look for, in order of precedence. Those of YAML are found to be reported.
  package static let names = [
    name, ".graphqlrc", "graphql.config.json", ".graphqlrc.yml", ".graphqlrc.yaml", "graphql.config.yml",
    "graphql.config.yaml",
  ]

  /// Finds the file in the first folder that has one.
  package static func find(in folders: [String]) -> String? {
    folders.lazy.flatMap { folder in names.lazy.map { Path.join(folder, $0) } }
      .first { FileSystem.kind(of: $0) == .file }
  }

  /// A schema and its documents.
  package struct Project {
    /// Its key in `projects`; nil if the file has a single project.
    package let name: String?
    /// The schema files. Server addresses are omitted, because a build does not use the network.
    package private(set) var schemas: [String] = []
    /// Patterns for the documents' paths; empty for all documents.
    private var included: [PathPattern] = []
    /// Patterns for excluded documents.
    private var excluded: [PathPattern] = []
    private let folder: String

    /// A project that specifies nothing.
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

    /// Whether the project includes the document at `path`. Patterns are about `.graphql` files, so a Swift file that a
    /// target compiles is only left out if a pattern excludes it.
    package func includes(_ path: String) -> Bool {
      guard let relative = Path.relative(path, to: folder.isEmpty ? "." : folder) else { return true }
      if excluded.contains(where: { $0.matches(relative) }) { return false }
      return Document.isSwift(path) || included.isEmpty || included.contains { $0.matches(relative) }
    }

    /// Whether the project includes any of the documents. Standard input always counts.
    func includesAny(of paths: [String]) -> Bool {
      paths.contains { $0 == FileSystem.standardInput || includes($0) }
    }

    /// Whether the project specifies its documents.
    fileprivate var isSelective: Bool { !included.isEmpty }
  }

  /// The projects in file order.
  package private(set) var projects: [Project] = []

  /// A configuration that specifies nothing.
  package init() {}

  /// Reads the file at `path`. Keys that are only for editors are ignored.
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
    // A file is YAML unless its name or first character is that of JSON.
    let isJSON =
      path.hasSuffix(".json") || source.text(0, source.count).first { !$0.isWhitespace } == "{"
    guard isJSON else {
      let message =
        "The file is not read, because it is YAML." + (Replacement.advice(for: ".yml", .file) ?? "")
      return (configuration, [Diagnostic(.warning, .unreadYAML, message, path: path)])
    }
    do {
      let root = try JSONTree.parse(source).root
      configuration.projects =
        root["projects"]?.members.map { $0.map { Project($0.name, $0.value, in: folder) } }
        ?? [Project(nil, root, in: folder)]
      return (configuration, [])
    } catch {
      return (configuration, [error.diagnostic(in: source)])
    }
  }

  /// The project of some documents: the first to name any of them, otherwise the one called "default", otherwise
  /// the first to include any. If there is none, an empty project.
  package func project(for paths: [String]) -> Project {
    if let only = projects.first, projects.count == 1 { return only }
    return projects.first { project in project.isSelective && paths.contains(where: project.includes) }
      ?? projects.first { $0.name == "default" } ?? projects.first { !$0.isSelective } ?? Project()
  }
}

extension DiagnosticCode {
  package static let unreadYAML = DiagnosticCode(
    "unread-yaml",
    title: "An editor configuration in YAML",
    explanation: """
      Editors also read `.graphqlrc.yml`. Apus only reads the JSON form, so the settings in this file for the schema and the
      documents have no effect.
      """,
    example: "schema: schema.graphqls",
    fix:
      "Write the same as JSON into a `.graphqlrc.json`, which editors read, too: `{ \"schema\": \"schema.graphqls\" }`.",
    isWarning: true)
}
