import ApusDriver
import ApusSource
import Foundation

/// Applies the changes of a migration, as a patch or directly to the files.
extension Project {
  /// Existing files with edits.
  private var edited: [(source: SourceFile, edits: [SourceEdit])] {
    (sources.files.map { ($0.source, $0.edits) } + migrations.flatMap(\.documentEdits))
      .filter { !SourceEdit.effective($0.edits).isEmpty }
  }

  private var configured: [ApolloTarget] {
    migrations.filter { !$0.isRival }.flatMap(\.targets).filter {
      !$0.configuration.isEmpty && FileSystem.kind(of: $0.configurationPath) == nil
    }
  }

  /// Report lines for changes that a patch of the folder cannot contain.
  var outsideLines: [String] {
    let paths =
      configured.map(\.configurationPath).filter { Path.relative($0, to: folder) == nil }
      + edited.map(\.source.path).filter { pathInPatch($0) == nil }
    return paths.map {
      "\($0) is outside the folder: the patch leaves it out, --write writes it"
    }
  }

  private func pathInPatch(_ path: String) -> String? {
    Path.relative(path, to: folder)
      ?? Path.relative(path, to: FileSystem.realPath(folder) ?? folder)
  }

  /// All changes as a patch, for `git apply` in the folder.
  package var patch: [UInt8] {
    var patch = Patch()
    for target in configured {
      guard let path = Path.relative(target.configurationPath, to: folder) else { continue }
      patch.add(path, text: target.configurationText)
    }
    for (source, edits) in edited {
      guard let path = pathInPatch(source.path) else { continue }
      patch.add(path, source, edits)
    }
    return patch.bytes
  }

  /// Makes the changes. File permissions and links to files are preserved.
  ///
  /// - Returns: one line per file.
  /// - Throws: ``FileError`` if a file cannot be written.
  package func write() throws(FileError) -> [String] {
    var lines: [String] = []
    for target in configured {
      try FileSystem.makeDirectory(target.folder)
      try FileSystem.write(target.configurationText, to: target.configurationPath)
      lines.append("\(show(target.configurationPath)) is written.")
    }
    for (source, edits) in edited {
      let bytes = SourceEdit.apply(edits, to: source)
      let result = bytes.withUnsafeBufferPointer { buffer in
        Result { () throws(FileError) in try FileSystem.rewrite(source.path, with: buffer) }
      }
      try result.get()
      let count = SourceEdit.effective(edits).count
      lines.append("\(show(source.path)): \(count == 1 ? "1 edit" : "\(count) edits").")
    }
    return lines
  }

  /// The reason not to write to the folder: uncommitted changes could not be told apart from the edits.
  package var obstacle: String? {
    let git = Command(words: ["git", "-C", folder, "status", "--porcelain", "--", "."], folder: folder)
    guard let output = git.run(hasMessages: false) else { return "git cannot be started" }
    if output.status != 0 {
      return "'\(folder)' is in no work tree of git, so the edits could not be undone"
    }
    return output.text.isEmpty
      ? nil : "'\(folder)' has changes that are not committed, or files that git does not know"
  }
}

extension FileSystem {
  /// Resolves the links in a path.
  static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
