import ApusDriver
import ApusEmitter
import ApusSource

/// A Swift file generated from a document.
struct GeneratedSource {
  let source: SourceFile

  /// The file at a path; nil if it does not exist or was not written by the compiler.
  init?(_ path: String) {
    guard FileSystem.kind(of: path) == .file, let source = try? FileSystem.read(path),
      source.text(0, Emitter.firstLine.utf8.count) == Emitter.firstLine
    else { return nil }
    self.source = source
  }

  /// The file of that name in a folder or its subfolders; nil if there is none.
  init?(named name: String, below folder: String) {
    var seen: Set<FileIdentity> = []
    var folders = [folder]
    while let next = folders.popLast() {
      guard let identity = FileSystem.identity(of: next), seen.insert(identity).inserted else { continue }
      for entry in (try? FileSystem.names(in: next)) ?? [] where !entry.hasPrefix(".") {
        let path = Path.join(next, entry)
        if entry == name, let found = GeneratedSource(path) {
          self = found
          return
        }
        if FileSystem.kind(of: path) == .directory { folders.append(path) }
      }
    }
    return nil
  }

  private static let keywords: Set<String> = ["struct", "enum", "protocol", "typealias"]
  private static let modifiers: Set<String> = ["public", "package", "indirect"]

  /// The declarations of types with these names, not including extensions.
  ///
  /// Each is the first on its line of generated code, after modifiers, so comments and string literals never match.
  func declarations(of names: [String]) -> [SourceRange] {
    let text = source.text(0, source.count)
    var found: [SourceRange] = []
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      var words = Substring(line).split(maxSplits: 4, whereSeparator: { !GeneratedSource.isPartOfName($0) })[
        ...]
      guard Substring(line).first(where: { $0 != " " }).map(GeneratedSource.isPartOfName) == true else {
        continue
      }
      while let word = words.first, GeneratedSource.modifiers.contains(String(word)) { words.removeFirst() }
      guard let keyword = words.popFirst(), GeneratedSource.keywords.contains(String(keyword)),
        let name = words.first, names.contains(String(name))
      else { continue }
      let start = text.utf8.distance(from: text.startIndex, to: name.startIndex)
      found.append(SourceRange(file: source, start: start, end: start + name.utf8.count))
    }
    return found
  }

  private static func isPartOfName(_ character: Character) -> Bool {
    character == "_" || character.isLetter || character.isNumber
  }
}
