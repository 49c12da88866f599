import ApusDriver
import ApusSource

/// Fragments of a package's other targets. The editor does not know which target depends on which, so any of them may
/// be spread, and the documents that define them are not reported on.
enum SharedFragments {
  /// The names of fragments that are reported as unknown.
  static func unknown(in checked: CheckedDocuments) -> Set<String> {
    var names: Set<String> = []
    for diagnostic in checked.diagnostics where diagnostic.code.name == "unknown-fragment" {
      if let place = diagnostic.ranges.first { names.insert(place.file.text(place.start, place.end)) }
    }
    return names
  }

  /// The documents of other targets in the package that define the fragments, and the documents that these need in
  /// turn.
  static func documents(defining wanted: Set<String>, besides folder: String, _ texts: Texts) -> [Document] {
    guard let package = ProjectLayout.package(of: folder) else { return [] }
    var pathOfName: [String: String] = [:]
    var spreadsOfPath: [String: Set<String>] = [:]
    for parent in ["Sources", "Tests"].map({ Path.join(package, $0) }) {
      for name in (try? FileSystem.names(in: parent)) ?? [] where Path.join(parent, name) != folder {
        for document in DocumentSearch.run([Path.join(parent, name)], schemas: []).documents {
          guard let source = try? texts.read(document.path) else { continue }
          let names = FragmentNames(source)
          for fragment in names.defined where pathOfName[fragment] == nil {
            pathOfName[fragment] = document.path
          }
          spreadsOfPath[document.path] = names.spread
        }
      }
    }
    var open = Array(wanted)
    var paths: Set<String> = []
    while let name = open.popLast() {
      guard let path = pathOfName[name], paths.insert(path).inserted else { continue }
      open += spreadsOfPath[path] ?? []
    }
    return paths.sorted().map { Document(path: $0, module: "") }
  }

  /// Whether a diagnostic involves documents of other targets.
  static func concerns(_ diagnostic: Diagnostic, _ paths: Set<String>) -> Bool {
    diagnostic.ranges.contains { paths.contains($0.file.path) }
  }
}
