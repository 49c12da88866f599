import ApusDriver
import ApusSource
import ApusSwiftSource

/// Maps files to targets of a package or an Xcode project, based on the text of `Package.swift` and on folders.
struct PackageTargets {
  struct Target {
    var name: String
    var folder: String
  }

  /// The folder of `Package.swift` or the Xcode project; nil if neither is found.
  private(set) var root: String?
  private(set) var isXcode = false
  private(set) var targets: [Target] = []
  private var xcode = XcodeTargets("")

  /// Looks for a package, or else a project, in `folder` and its parents.
  init(around folder: String) {
    var next = folder
    var project: String?
    while true {
      let names = (try? FileSystem.names(in: next)) ?? []
      if names.contains("Package.swift") {
        root = next
        targets = PackageTargets.read(next)
        return
      }
      if project == nil, names.contains(where: { $0.hasSuffix(".xcodeproj") || $0.hasSuffix(".xcworkspace") })
      {
        project = next
      }
      let parent = Path.parent(of: next)
      if parent.isEmpty || parent == next || names.contains(".git") { break }
      next = parent
    }
    root = project
    isXcode = project != nil
    if let project {
      let names = ((try? FileSystem.names(in: project)) ?? []).filter { $0.hasSuffix(".xcodeproj") }
      let file = names.first.flatMap { try? FileSystem.read(Path.join(project, "\($0)/project.pbxproj")) }
      xcode = XcodeTargets(file.map { $0.text(0, $0.count) } ?? "")
    }
  }

  /// The target whose folder contains a file. For a project, the folder next to the project file.
  func target(of path: String) -> Target? {
    if let found = targets.filter({ Path.relative(path, to: $0.folder) != nil || path == $0.folder })
      .max(by: { $0.folder.utf8.count < $1.folder.utf8.count })
    {
      return found
    }
    guard isXcode, let root, let first = Path.relative(path, to: root)?.split(separator: "/").first else {
      return nil
    }
    let folder = Path.join(root, String(first))
    if FileSystem.kind(of: folder) == .file { return nil }
    let name = Path.relative(path, to: root).flatMap(xcode.target)
    return Target(name: name ?? String(first), folder: folder)
  }

  /// Whether the language mode is that of Swift 6, by the tools version of the package or a setting of the project.
  var isSwift6: Bool {
    guard let root else { return false }
    func text(_ path: String) -> String {
      (try? FileSystem.read(Path.join(root, path))).map { $0.text(0, $0.count) } ?? ""
    }
    if !isXcode {
      let manifest = text("Package.swift")
      let version = manifest.firstMatch(of: /swift-tools-version:\s*(\d+)/).flatMap { Int($0.1) } ?? 5
      return version >= 6 && !manifest.contains(".v5")
    }
    let projects = ((try? FileSystem.names(in: root)) ?? []).filter { $0.hasSuffix(".xcodeproj") }
    return projects.contains { text("\($0)/project.pbxproj").contains("SWIFT_VERSION = 6") }
  }

  func target(named name: String) -> Target? {
    if let found = targets.first(where: { $0.name == name }) { return found }
    guard isXcode, let root, FileSystem.kind(of: Path.join(root, name)) == .directory else { return nil }
    return Target(name: name, folder: Path.join(root, name))
  }

  private static func read(_ root: String) -> [Target] {
    guard let source = try? FileSystem.read(Path.join(root, "Package.swift")) else { return [] }
    let tokens = SwiftLexer.tokens(of: source)
    var found: [Target] = []
    for index in tokens.indices.dropLast()
    where ["target", "executableTarget", "testTarget", "macro"].contains(tokens[index].text)
      && tokens[index + 1].is("(")
    {
      var values: [String: String] = [:]
      var depth = 0
      for at in (index + 1)..<tokens.count {
        if tokens[at].is("(") || tokens[at].is("[") { depth += 1 }
        if tokens[at].is(")") || tokens[at].is("]") { depth -= 1 }
        if depth == 0 { break }
        if depth == 1, at + 2 < tokens.count, tokens[at].isWord, tokens[at + 1].is(":") {
          let text = tokens[at + 2].text
          if text.hasPrefix("\""), text.count > 1 {
            values[tokens[at].text] = String(text.dropFirst().dropLast())
          }
        }
      }
      guard let name = values["name"] else { continue }
      let isTest = tokens[index].text == "testTarget"
      let folders = isTest ? ["Tests", "Sources"] : ["Sources", "Source", "src", "srcs"]
      let usual = folders.map { "\($0)/\(name)" }.first {
        FileSystem.kind(of: Path.join(root, $0)) == .directory
      }
      let path = values["path"] ?? usual ?? "Sources/\(name)"
      found.append(Target(name: name, folder: Path.normalized(Path.join(root, path))))
    }
    return found
  }
}
