import ApusDriver
import ApusEmitter
import ApusSource
import ApusSwiftSource

/// The words in Swift files, for finding uses of a name. Words in comments and strings do not count, but those in
/// interpolations do.
package struct SwiftSources {
  /// A file that was not generated.
  struct File {
    let path: String
    /// All identifiers and keywords, and the part before each underscore in one.
    let words: Set<String>
  }

  private(set) var files: [File] = []
  /// Diagnostics for files that could not be read.
  package private(set) var diagnostics: [Diagnostic] = []
  /// The folders that enclose the current one. A link back to one of them is not followed.
  private var open: Set<FileIdentity> = []
  private var seen: Set<String> = []
  /// The number of Swift files that were met, including generated ones and those that were met before.
  private var met = 0

  package var fileCount: Int { files.count }

  /// Reads the Swift files at `paths`. Folders are searched recursively, except hidden ones.
  package init(_ paths: [String]) {
    for path in paths {
      switch FileSystem.kind(of: path) {
      case .directory:
        let count = met
        search(path)
        if met == count, diagnostics.isEmpty {
          report("There is no Swift file in this folder, so no use can be found. Correct the path.", path)
        }
      case .file, .other: add(path)
      case nil: report("There is no file or folder at '\(path)'. Correct the path.", path)
      }
    }
  }

  /// Whether a name occurs anywhere.
  func mention(_ name: String) -> Bool { files.contains { $0.words.contains(name) } }

  private mutating func search(_ folder: String) {
    guard let identity = FileSystem.identity(of: folder), open.insert(identity).inserted else { return }
    defer { open.remove(identity) }
    let names: [String]
    do {
      names = try FileSystem.names(in: folder)
    } catch {
      return report("The folder cannot be read: \(error.reason).", folder)
    }
    for name in names where !name.hasPrefix(".") {
      let path = Path.join(folder, name)
      switch FileSystem.kind(of: path) {
      case .directory: search(path)
      case .file where name.hasSuffix(".swift"): add(path)
      default: break
      }
    }
  }

  private mutating func add(_ path: String) {
    met += 1
    guard seen.insert(Path.normalized(path)).inserted else { return }
    do {
      let source = try FileSystem.read(path)
      if source.text(0, Emitter.firstLine.utf8.count) == Emitter.firstLine { return }
      files.append(SwiftSources.file(source))
    } catch {
      report("The file cannot be read: \(error.reason).", path)
    }
  }

  private mutating func report(_ message: String, _ path: String) {
    diagnostics.append(Diagnostic(.error, .unreadableFile, message, path: path))
  }

  private static func file(_ source: SourceFile) -> File {
    var words: Set<String> = []
    for token in SwiftLexer.tokens(of: source) where token.isWord && words.insert(token.text).inserted {
      // Protocols for objects within a fragment are named after it: CardFragment_Artist.
      for index in token.text.indices where token.text[index] == "_" {
        words.insert(String(token.text[..<index]))
      }
    }
    return File(path: source.path, words: words)
  }
}
