import ApusSource

/// File changes as a unified diff, for `git apply` in the project's folder.
package struct Patch {
  package private(set) var bytes: [UInt8] = []
  private static let context = 3

  package init() {}

  private mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Adds a new file.
  mutating func add(_ path: String, text: String) {
    let lines = Patch.lines(of: Array(text.utf8)[...])
    write(
      "diff --git a/\(path) b/\(path)\nnew file mode 100644\n--- /dev/null\n+++ b/\(path)\n@@ -0,0 +1,\(lines.count) @@\n"
    )
    for line in lines { write("+", line) }
  }

  private mutating func write(_ mark: Character, _ line: ArraySlice<UInt8>) {
    write(String(mark))
    bytes.append(contentsOf: line)
    if line.last != 0x0A { write("\n\\ No newline at end of file\n") }
  }

  /// Splits bytes into lines, including their ends. Only a line feed ends a line.
  private static func lines(of bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = bytes.startIndex
    for index in bytes.indices where bytes[index] == 0x0A {
      lines.append(bytes[start...index])
      start = index + 1
    }
    if start < bytes.endIndex { lines.append(bytes[start...]) }
    return lines
  }

  /// Lines of the old file and their replacement.
  private struct Change {
    var first: Int
    var count: Int
    var new: [ArraySlice<UInt8>]
  }

  /// Adds an edited file.
  mutating func add(_ path: String, _ source: SourceFile, _ edits: [SourceEdit]) {
    let old = Patch.lines(of: Array(UnsafeBufferPointer(start: source.bytes, count: source.count))[...])
    let changes = Patch.changes(old, SourceEdit.effective(edits))
    if changes.isEmpty { return }
    write("diff --git a/\(path) b/\(path)\n--- a/\(path)\n+++ b/\(path)\n")
    var rest = changes[...]
    var shift = 0
    while let first = rest.first {
      // Merge changes with overlapping context into one hunk.
      var hunk: [Change] = []
      var end = first.first
      while let next = rest.first, hunk.isEmpty || next.first - end <= 2 * Patch.context {
        hunk.append(next)
        end = next.first + next.count
        rest.removeFirst()
      }
      let start = max(0, first.first - Patch.context)
      let stop = min(old.count, end + Patch.context)
      let added = hunk.reduce(0) { $0 + $1.new.count - $1.count }
      write("@@ -\(start + 1),\(stop - start) +\(start + 1 + shift),\(stop - start + added) @@\n")
      var line = start
      for change in hunk {
        while line < change.first {
          write(" ", old[line])
          line += 1
        }
        for removed in old[line..<(line + change.count)] { write("-", removed) }
        for new in change.new { write("+", new) }
        line += change.count
      }
      for kept in old[line..<stop] { write(" ", kept) }
      shift += added
    }
  }

  private static func changes(_ old: [ArraySlice<UInt8>], _ edits: [SourceEdit]) -> [Change] {
    func line(at offset: Int) -> Int {
      var low = 0
      var high = old.count
      while high - low > 1 {
        let middle = (low + high) / 2
        if old[middle].startIndex <= offset { low = middle } else { high = middle }
      }
      return low
    }
    var changes: [Change] = []
    var rest = edits[...]
    while let first = rest.first, !old.isEmpty {
      let start = line(at: first.start)
      var last = start
      var bytes: [UInt8] = []
      var offset = old[start].startIndex
      while let edit = rest.first, edit.start < old[last].endIndex || edit.start == first.start {
        bytes.append(contentsOf: joined(old, offset, edit.start))
        bytes.append(contentsOf: (edit.text ?? "").utf8)
        offset = edit.end
        last = max(last, line(at: edit.end))
        rest.removeFirst()
      }
      bytes.append(contentsOf: joined(old, offset, old[last].endIndex))
      var change = Change(first: start, count: last - start + 1, new: lines(of: bytes[...]))
      while change.count > 0, let line = change.new.first, line.elementsEqual(old[change.first]) {
        change.new.removeFirst()
        change.first += 1
        change.count -= 1
      }
      while change.count > 0, let line = change.new.last,
        line.elementsEqual(old[change.first + change.count - 1])
      {
        change.new.removeLast()
        change.count -= 1
      }
      if change.count > 0 || !change.new.isEmpty { changes.append(change) }
    }
    return changes
  }

  private static func joined(_ old: [ArraySlice<UInt8>], _ start: Int, _ end: Int) -> [UInt8] {
    guard start < end else { return [] }
    var result: [UInt8] = []
    for line in old where line.endIndex > start && line.startIndex < end {
      result.append(contentsOf: line[max(line.startIndex, start)..<min(line.endIndex, end)])
    }
    return result
  }
}
