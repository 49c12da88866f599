import ApusDiagnostics

/// A cache of file texts, so that each state of a file is read once.
final class WatchedTexts {
  private struct Entry {
    var state: FileState
    /// Whether a later change is certain to have a different date; file systems have a resolution of several
    /// milliseconds.
    var isSettled: Bool
    var source: SourceFile
  }

  private var entries: [String: Entry] = [:]

  /// The text at a path: the same object as long as the bytes are the same.
  func read(_ path: String) throws(FileError) -> SourceFile {
    guard let state = FileSystem.state(of: path) else {
      entries[path] = nil
      return try FileSystem.read(path)
    }
    let known = entries[path]
    if let known, known.state == state, known.isSettled { return known.source }
    let isSettled = FileSystem.now - max(state.modified, state.changed) > 50
    var source = try FileSystem.read(path)
    if let known, known.source.holds(source) { source = known.source }
    entries[path] = Entry(state: state, isSettled: isSettled, source: source)
    return source
  }

  /// Discards the texts at all other paths.
  func keep(_ paths: Set<String>) { entries = entries.filter { paths.contains($0.key) } }
}

extension SourceFile {
  fileprivate func holds(_ other: SourceFile) -> Bool {
    count == other.count
      && UnsafeBufferPointer(start: bytes, count: count)
        .elementsEqual(UnsafeBufferPointer(start: other.bytes, count: other.count))
  }
}
