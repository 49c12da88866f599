import ApusDriver
import Foundation

/// A copy of the app from a commit before the move. The copy is deleted with this object.
package final class MigrationBase {
  /// The app's folder in the copy.
  package let folder: String
  /// The work tree, and its copy.
  private let tree: String
  private let copy: String

  /// Copies the work tree of `folder` at a commit.
  ///
  /// - Throws: ``VerificationFault`` if git does not know the folder or the revision.
  package init(of folder: String, at revision: String) throws(VerificationFault) {
    let real = FileSystem.realPath(folder) ?? folder
    tree = try MigrationBase.git(["rev-parse", "--show-toplevel"], in: real)
    let commit = try MigrationBase.git(["rev-parse", "--verify", "\(revision)^{commit}"], in: real)
    let temporary = FileSystem.realPath(NSTemporaryDirectory()) ?? NSTemporaryDirectory()
    copy = Path.join(temporary, "apus-migrate-" + UUID().uuidString)
    self.folder = Path.join(copy, Path.relative(real, to: tree) ?? "")
    let archive = copy + ".tar"
    defer { try? FileManager.default.removeItem(atPath: archive) }
    _ = try MigrationBase.git(["archive", "--format=tar", "-o", archive, commit], in: tree)
    do throws(FileError) {
      try FileSystem.makeDirectory(copy)
    } catch {
      throw VerificationFault("'\(copy)' cannot be made: \(error.reason)")
    }
    let unpacked = Command(words: ["tar", "-xf", archive], folder: copy).run()
    guard unpacked?.status == 0 else {
      throw VerificationFault(
        "the files of \(revision) cannot be copied: \(unpacked?.text ?? "tar cannot be started")")
    }
    guard FileSystem.kind(of: self.folder) == .directory else {
      throw VerificationFault("'\(folder)' is not in the commit \(revision): name another with --since")
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: copy) }

  /// The path in the copy of a file in the work tree; nil for any other file.
  func path(of file: String) -> String? {
    Path.relative(FileSystem.realPath(file) ?? file, to: tree).map { Path.join(copy, $0) }
  }

  /// The path in the work tree of a file in the copy.
  func current(_ file: String) -> String {
    Path.relative(file, to: copy).map { Path.join(tree, $0) } ?? file
  }

  private static func git(_ words: [String], in folder: String) throws(VerificationFault) -> String {
    let command = Command(words: ["git"] + words, folder: folder)
    guard let output = command.run() else { throw VerificationFault("git cannot be started") }
    let text = output.text.trimmingCharacters(in: .whitespacesAndNewlines)
    if output.status == 0 { return text }
    throw VerificationFault("'\(command.text)' in '\(folder)' says: \(text)")
  }
}
