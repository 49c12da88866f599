import ApusDiagnostics
import ApusJSON
import ApusSchema

/// Reads `.graphqlrc.json`, by which GraphQL editors find schema and documents.
///
/// https://the-guild.dev/graphql/config/docs
package struct EditorConfiguration {
  package static let name = ".graphqlrc.json"

  /// The schema's files. Addresses of servers are left out: a build reads no network.
  package private(set) var schemas: [String] = []
  /// Patterns that the documents' paths match; empty for every document.
  private var documents: [PathPattern] = []
  private var folder = ""

  /// The configuration that leaves everything open.
  package init() {}

  /// Reads the file at `path`; keys that are of no use here are the editors' business.
  package static func read(_ path: String) -> (configuration: EditorConfiguration, diagnostics: [Diagnostic])
  {
    var configuration = EditorConfiguration()
    configuration.folder = Path.parent(of: path)
    let source: SourceFile
    do {
      source = try FileSystem.read(path)
    } catch {
      return (configuration, [.unreadable(error)])
    }
    do {
      let root = try JSONTree.parse(source).root
      // Of several projects the one called "default" is meant, as editors have it.
      let project = root["projects"]?["default"] ?? root
      configuration.schemas = (project["schema"]?.texts ?? []).filter { !$0.contains("://") }
        .map { Path.normalized(Path.join(configuration.folder, $0)) }
      configuration.documents = (project["documents"]?.texts ?? []).map { PathPattern(Path.normalized($0)) }
      return (configuration, [])
    } catch {
      return (configuration, [error.diagnostic(in: source)])
    }
  }

  /// Whether the document at `path` is among those named.
  package func includes(_ path: String) -> Bool {
    guard !documents.isEmpty, let relative = Path.relative(path, to: folder.isEmpty ? "." : folder) else {
      return true
    }
    return documents.contains { $0.matches(relative) }
  }
}
