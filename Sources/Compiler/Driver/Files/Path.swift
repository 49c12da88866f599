/// Operations on paths as text, without access to the file system.
package enum Path {
  /// Appends `name` to `directory`; an absolute `name` is returned unchanged.
  package static func join(_ directory: String, _ name: String) -> String {
    if name.hasPrefix("/") || directory.isEmpty || directory == "." { return name }
    return directory.hasSuffix("/") ? directory + name : "\(directory)/\(name)"
  }

  /// The part after the last slash.
  package static func lastComponent(of path: String) -> String {
    let path = withoutTrailingSlashes(path)
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }

  /// The part before the last slash: `/` for a path at the root, empty for a bare name.
  package static func parent(of path: String) -> String {
    let path = withoutTrailingSlashes(path)
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return slash == path.startIndex ? "/" : withoutTrailingSlashes(String(path[..<slash]))
  }

  /// The path without `.`, `..` and empty components, as far as the text alone allows.
  package static func normalized(_ path: String) -> String {
    if isNormalized(path) { return path }
    var kept: [Substring] = []
    for component in path.split(separator: "/") where component != "." {
      if component == "..", let last = kept.last, last != ".." {
        kept.removeLast()
      } else if component != ".." || !path.hasPrefix("/") {
        kept.append(component)
      }
    }
    let joined = kept.joined(separator: "/")
    return path.hasPrefix("/") ? "/" + joined : joined.isEmpty ? "." : joined
  }

  /// Whether no component is empty, `.` or `..`. That is true of nearly all paths and avoids splitting them.
  private static func isNormalized(_ path: String) -> Bool {
    var path = path
    return path.withUTF8 { bytes in
      guard let base = bytes.baseAddress else { return false }
      let slash = UInt8(ascii: "/")
      var start = base[0] == slash ? 1 : 0
      var index = start
      while index <= bytes.count {
        if index == bytes.count || base[index] == slash {
          let length = index &- start
          if length == 0 { return false }
          if base[start] == UInt8(ascii: "."), length == 1 || length == 2 && base[start &+ 1] == base[start] {
            return false
          }
          start = index &+ 1
        }
        index = index &+ 1
      }
      return true
    }
  }

  /// `path` relative to `directory`, or nil if it is not inside it.
  package static func relative(_ path: String, to directory: String) -> String? {
    let path = normalized(path)
    let directory = normalized(directory)
    if directory == "." { return path.hasPrefix("/") || path.hasPrefix("..") ? nil : path }
    let prefix = directory.hasSuffix("/") ? directory : directory + "/"
    return path.hasPrefix(prefix) ? String(Substring(path.utf8.dropFirst(prefix.utf8.count))) : nil
  }

  /// The relative path from `directory` to `path`, with `..` if it is outside.
  ///
  /// - Returns: nil if one of the two is absolute and the other is not.
  package static func relativeFrom(_ directory: String, to path: String) -> String? {
    guard path.hasPrefix("/") == directory.hasPrefix("/") else { return nil }
    var from = normalized(directory).split(separator: "/")[...]
    var to = normalized(path).split(separator: "/")[...]
    if from.first == "." { from.removeFirst() }
    while let next = from.first, next == to.first {
      from.removeFirst()
      to.removeFirst()
    }
    if from.contains("..") { return nil }
    return (from.map { _ in ".." } + to).joined(separator: "/")
  }

  private static func withoutTrailingSlashes(_ path: String) -> String {
    var path = Substring(path)
    while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
    return String(path)
  }
}
