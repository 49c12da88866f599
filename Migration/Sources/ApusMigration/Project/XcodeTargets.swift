/// The targets of an Xcode project with the files that they compile, as far as the text of the project file says it.
struct XcodeTargets {
  /// The names of the targets.
  private(set) var names: [String] = []
  /// The targets that compile a file of a name.
  private var owners: [String: Set<String>] = [:]
  /// The targets that compile every file of a folder.
  private var folders: [String: Set<String>] = [:]

  /// An object of the project file: its kind, its name, and the comments on the objects in its lists.
  private struct Item {
    var kind = ""
    var name = ""
    var lists: [String: [(id: Substring, comment: String)]] = [:]
  }

  init(_ text: String) {
    let items = XcodeTargets.items(in: text)
    for item in items.values where item.kind == "PBXNativeTarget" {
      names.append(item.name)
      for phase in item.lists["buildPhases"] ?? [] {
        guard let sources = items[phase.id], sources.kind == "PBXSourcesBuildPhase" else { continue }
        for file in sources.lists["files"] ?? [] where file.comment.hasSuffix(" in Sources") {
          owners[String(file.comment.dropLast(" in Sources".count)), default: []].insert(item.name)
        }
      }
      for folder in item.lists["fileSystemSynchronizedGroups"] ?? [] {
        folders[folder.comment, default: []].insert(item.name)
      }
    }
    names.sort()
  }

  private static func items(in text: String) -> [Substring: Item] {
    var items: [Substring: Item] = [:]
    var id: Substring?
    var list: String?
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.drop { $0 == "\t" || $0 == " " }
      let first = words.prefix { $0 != " " }
      if words.hasSuffix("= {"), first.count == 24 {
        id = first
        items[first] = Item()
      } else if words == ");" {
        list = nil
      } else if let id, words.hasSuffix("= (") {
        list = String(first)
        items[id]?.lists[String(first)] = []
      } else if let id, let list {
        let comment = words.firstRange(of: "/* ").flatMap { start in
          words.firstRange(of: " */").map {
            String(words[start.upperBound..<max(start.upperBound, $0.lowerBound)])
          }
        }
        items[id]?.lists[list]?.append((first, comment ?? ""))
      } else if let id, words.hasPrefix("isa = ") || words.hasPrefix("name = ") {
        let value = words.drop { $0 != "=" }.dropFirst(2).filter { $0 != "\"" && $0 != ";" }
        if words.hasPrefix("isa") { items[id]?.kind = value } else { items[id]?.name = value }
      }
    }
    return items
  }

  /// The target that compiles a file or is named after a folder; nil if the project does not say it, or names several.
  func target(of path: String) -> String? {
    let parts = path.split(separator: "/").map(String.init)
    if let found = parts.last.flatMap({ owners[$0] }), found.count == 1 { return found.first }
    for part in parts.reversed() {
      if let found = folders[part], found.count == 1 { return found.first }
      if names.contains(part) { return part }
    }
    let apps = names.filter { !$0.hasSuffix("Tests") }
    return apps.count == 1 ? apps.first : nil
  }
}
