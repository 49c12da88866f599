import ApusCompiler
import ApusDiagnostics

/// The Swift files of a project, with what each uses of Apollo.
package struct ApolloSources {
  package private(set) var files: [SwiftFile] = []
  /// Files that Apollo generated: they are deleted.
  private(set) var generated: [String] = []
  /// Files that Apollo generated once, for people to edit.
  private(set) var editable: [String] = []
  /// Files that have to do with Apollo and are not edited, and why.
  private(set) var untouched: [(path: String, reason: String)] = []
  /// What the files declare.
  let index: AppIndex
  /// Whether the folder was small enough to see every file.
  let isWhole: Bool

  /// Reads every Swift file below a folder, once.
  init(_ folder: String, limit: Int, show: (String) -> String) {
    var seen: Set<String> = []
    var paths: [String] = []
    isWhole = ApolloFiles.walk(folder, limit: limit) { paths.append($0) }
    for path in paths.sorted(by: Path.precedes) where path.hasSuffix(".swift") {
      guard let source = try? FileSystem.read(path) else {
        untouched.append((path, "the file cannot be read"))
        continue
      }
      // A link and the file that it leads to are one, and the file outside is somebody else's.
      let real = FileSystem.realPath(path) ?? path
      let isLink = FileSystem.isLink(path) || real != path
      guard seen.insert(real).inserted else { continue }
      let bytes = Array(UnsafeBufferPointer(start: source.bytes, count: source.count))
      switch ApolloSources.origin(source, bytes) {
      case .generated:
        generated.append(path)
        continue
      case .editable:
        editable.append(path)
        continue
      case .app: break
      }
      guard bytes.isSwiftText else {
        if ApolloSources.mentionsApollo(bytes) {
          untouched.append((path, "the file is not UTF-8: convert it, and run this again"))
        }
        continue
      }
      if isLink, Path.relative(real, to: FileSystem.realPath(folder) ?? folder) == nil {
        if ApolloSources.mentionsApollo(bytes) {
          untouched.append(
            (path, "the link leads out of the folder, to \(real): edit that file where it belongs"))
        }
        continue
      }
      files.append(SwiftFile(isLink ? SourceFile(path: real, bytes: bytes) : source))
    }
    index = AppIndex(files, show: show)
  }

  private enum Origin { case app, generated, editable }

  /// Where a file comes from. Other tools write `@generated` as well.
  private static func origin(_ source: SourceFile, _ bytes: [UInt8]) -> Origin {
    if source.path.hasSuffix(".graphql.swift") { return .generated }
    if Path.lastComponent(of: source.path) == "SchemaConfiguration.swift"
      || Path.lastComponent(of: Path.parent(of: source.path)) == "CustomScalars"
    {
      return mentionsApollo(bytes) ? .editable : .app
    }
    let head = source.text(0, min(source.count, 1000))
    let isMarked =
      head.contains("@generated") || head.contains("automatically generated and should not be edited")
    return isMarked && head.contains("Apollo") ? .generated : .app
  }

  /// Whether the word is there, in whatever encoding has its letters in order.
  private static func mentionsApollo(_ bytes: [UInt8]) -> Bool {
    String(decoding: bytes.filter { $0 != 0 && $0 < 0x80 }, as: UTF8.self).contains("Apollo")
  }

  /// Finds what the files use.
  func find(_ modules: [GeneratedModule], usesCache: Bool) {
    for file in files {
      let found = ApolloEdits(file, index, modules, usesCache: usesCache)
      // What is not known is not edited, or a part of an app would be moved.
      file.edits = modules.isEmpty ? found.edits.map(\.asTask) : found.edits
      file.completions = found.completions
      file.ownCalls = found.ownCalls
    }
  }
}
