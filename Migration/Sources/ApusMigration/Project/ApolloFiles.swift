import ApusDriver
import ApusSource

/// Expands search paths the way Apollo does: glob patterns relative to the configuration's folder; those that begin
/// with `!` exclude.
struct ApolloFiles {
  /// The matching files, sorted by name.
  private(set) var files: [String] = []
  /// Matching files in hidden folders and folders of tools.
  private(set) var scratch: [String] = []
  /// For each file the length of the longest search path that finds it, up to its first wildcard.
  private(set) var precision: [String: Int] = [:]
  /// Search paths that match nothing.
  private(set) var idle: [String] = []

  private static let toolFolders: Set<String> = [
    "build", "DerivedData", "Pods", "Carthage", "node_modules", "SourcePackages", "checkouts",
  ]

  init(_ patterns: [String], in folder: String) {
    let excluded = patterns.filter { $0.hasPrefix("!") }
      .map { PathPattern(ApolloFiles.anchored(String($0.dropFirst()), folder)) }
    var found: Set<String> = []
    for pattern in patterns where !pattern.hasPrefix("!") {
      let anchored = ApolloFiles.anchored(pattern, folder)
      let parts = anchored.split(separator: "/", omittingEmptySubsequences: false)
      let fixed = parts.prefix { part in !part.contains { "*?{[".contains($0) } }
      let top =
        fixed.count == parts.count ? fixed.dropLast().joined(separator: "/") : fixed.joined(separator: "/")
      var all: [String] = []
      let matcher = PathPattern(anchored)
      if fixed.count == parts.count {
        if FileSystem.kind(of: anchored) == .file { all = [anchored] }
      } else {
        ApolloFiles.walk(
          top.isEmpty ? "/" : top, isDeep: anchored.contains("**"), parts.count - fixed.count, withTools: true
        ) {
          if matcher.matches($0) { all.append($0) }
        }
      }
      if all.isEmpty { idle.append(pattern) }
      let length = fixed.joined(separator: "/").utf8.count
      for file in all { precision[file] = max(precision[file] ?? 0, length) }
      for file in all where !excluded.contains(where: { $0.matches(file) }) && found.insert(file).inserted {
        if ApolloFiles.isScratch(file, below: top.isEmpty ? "/" : top) {
          scratch.append(file)
        } else {
          files.append(file)
        }
      }
    }
    files.sort(by: ByteOrder.precedes)
    scratch.sort(by: ByteOrder.precedes)
  }

  /// A pattern as an absolute path, with consecutive `**` merged.
  private static func anchored(_ pattern: String, _ folder: String) -> String {
    var parts: [Substring] = []
    for part in Path.normalized(Path.join(folder, pattern)).split(separator: "/")
    where part != "**" || parts.last != "**" { parts.append(part) }
    return "/" + parts.joined(separator: "/")
  }

  /// Whether a file is in a hidden folder or a folder of a tool.
  static func isScratch(_ path: String, below folder: String) -> Bool {
    (Path.relative(path, to: folder) ?? path).split(separator: "/").dropLast().contains {
      isTools(String($0))
    }
  }

  private static func isTools(_ name: String) -> Bool { name.hasPrefix(".") || toolFolders.contains(name) }

  /// The maximum number of files and folders to visit below one folder, because a search path may begin at the root.
  static let limit = 100_000

  /// Visits every file below a folder, up to ``limit``. Links that lead back are not followed.
  ///
  /// - Parameter withTools: whether to include hidden folders and folders of tools. They come last because they contain
  ///   many files.
  /// - Returns: whether every file was visited.
  @discardableResult
  static func walk(
    _ folder: String, isDeep: Bool = true, _ depth: Int = 1, withTools: Bool = false, limit: Int = limit,
    _ body: (String) -> Void
  ) -> Bool {
    var seen: Set<FileIdentity> = []
    var count = 0
    var tools: [(path: String, depth: Int)] = []
    func visit(_ folder: String, _ depth: Int) {
      guard depth > 0, let identity = FileSystem.identity(of: folder), seen.insert(identity).inserted,
        let names = try? FileSystem.names(in: folder)
      else { return }
      for name in names where name != ".git" {
        let path = Path.join(folder, name)
        count += 1
        if count > limit { return }
        switch FileSystem.kind(of: path) {
        case .file: body(path)
        case .directory where isTools(name): tools.append((path, depth - 1))
        case .directory: visit(path, depth - 1)
        default: break
        }
      }
    }
    visit(folder, isDeep ? 64 : depth)
    // Nested folders are appended during the visit.
    while withTools, let next = tools.popLast() { visit(next.path, next.depth) }
    return count <= limit
  }
}
