import ApusSource
import ApusEmitter

/// A Swift file generated from a document.
package struct GeneratedSource {
  package let source: SourceFile

  /// The file at a path; nil if it does not exist or was not written by the compiler.
  package init?(_ path: String) {
    guard FileSystem.kind(of: path) == .file, let source = try? FileSystem.read(path),
      source.text(0, Emitter.firstLine.utf8.count) == Emitter.firstLine
    else { return nil }
    self.source = source
  }

  /// The file of that name in a folder or its subfolders; nil if there is none.
  package init?(named name: String, below folder: String) {
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

  /// The declarations of types with these names, not including extensions.
  package func declarations(of names: [String]) -> [SourceRange] {
    var previous = ""
    var found: [SourceRange] = []
    for token in SwiftLexer.tokens(of: source) {
      if token.isWord, names.contains(token.text), GeneratedSource.keywords.contains(previous) {
        found.append(SourceRange(file: source, start: token.start, end: token.end))
      }
      previous = token.text
    }
    return found
  }
}
