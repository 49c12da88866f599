/// A glob pattern: `*` and `?` within a name, `**` across folders, `{a,b}` for alternatives.
package struct PathPattern {
  private let alternatives: [[Substring]]

  package init(_ pattern: String) {
    alternatives = PathPattern.expand(pattern).map { $0.split(separator: "/") }
  }

  package func matches(_ path: String) -> Bool {
    let components = path.split(separator: "/")
    return alternatives.contains { PathPattern.matches($0[...], components[...]) }
  }

  /// Expands the braces of a pattern.
  private static func expand(_ pattern: String) -> [String] {
    guard let open = pattern.firstIndex(of: "{"), let close = pattern[open...].firstIndex(of: "}") else {
      return [pattern]
    }
    let before = pattern[..<open]
    let behind = pattern[pattern.index(after: close)...]
    let inside = pattern[pattern.index(after: open)..<close]
    return inside.split(separator: ",", omittingEmptySubsequences: false).flatMap { choice in
      expand("\(before)\(choice)\(behind)")
    }
  }

  private static func matches(_ pattern: ArraySlice<Substring>, _ path: ArraySlice<Substring>) -> Bool {
    guard let first = pattern.first else { return path.isEmpty }
    if first == "**" {
      return path.indices.contains { matches(pattern.dropFirst(), path[$0...]) }
        || matches(pattern.dropFirst(), path[path.endIndex...])
    }
    guard let name = path.first, matches(name: Array(name), Array(first)) else { return false }
    return matches(pattern.dropFirst(), path.dropFirst())
  }

  /// Matches a name against a pattern without slashes, with a single backtracking point.
  private static func matches(name: [Character], _ pattern: [Character]) -> Bool {
    var position = 0
    var index = 0
    var star: (index: Int, position: Int)?
    while position < name.count {
      if index < pattern.count, pattern[index] == "*" {
        star = (index, position)
        index += 1
      } else if index < pattern.count, pattern[index] == "?" || pattern[index] == name[position] {
        index += 1
        position += 1
      } else if let last = star {
        star = (last.index, last.position + 1)
        index = last.index + 1
        position = last.position + 1
      } else {
        return false
      }
    }
    return pattern[index...].allSatisfy { $0 == "*" }
  }
}
