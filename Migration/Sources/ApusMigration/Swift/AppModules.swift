/// The modules that the app's files and targets see: what they import, and what those re-export.
struct AppModules {
  /// The modules that a target's files re-export with `@_exported`, by the target's name.
  private var exports: [String: Set<String>] = [:]
  /// The modules that some file of a target sees. Members of their types can be used in all files of the target.
  private var seen: [String: Set<String>] = [:]
  /// The modules that some file imports.
  let imports: Set<String>

  init(_ files: [SwiftFile]) {
    imports = files.reduce(into: []) { $0.formUnion($1.imports) }
    for file in files { exports[file.target, default: []].formUnion(file.exports) }
    for file in files { seen[file.target, default: []].formUnion(visible(in: file)) }
  }

  /// The modules that a file sees.
  func visible(in file: SwiftFile) -> Set<String> { file.imports.union(exported(to: file)) }

  /// The modules that some file of a file's target sees.
  func visible(inTargetOf file: SwiftFile) -> Set<String> { seen[file.target] ?? visible(in: file) }

  /// The modules that a file sees without an import of its own.
  func exported(to file: SwiftFile) -> Set<String> {
    var found = exports[file.target] ?? []
    var rest = file.imports.union(found)
    while let module = rest.popFirst() {
      for other in exports[module] ?? [] where found.insert(other).inserted { rest.insert(other) }
    }
    return found
  }
}
