import Foundation
import Testing

/// A disk that is full when an app starts. The file systems are real ones of 3 MB.
@Suite(.timeLimit(.minutes(15))) struct FullDiskTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func lines(_ script: String, files: Int = 1000) throws -> [String] {
    let child = try Child(onSmallDiskAt: folder.url, files: files, script: script)
    let lines = try child.lines()
    #expect(child.status == 0)
    return lines
  }

  private static let fill = "cat /dev/zero > \"$1/ballast\" 2> /dev/null; "
  private static let store = "\"$2\" full-disk \"$1\" store && "
  private static let use = "\"$2\" full-disk \"$1\" use"

  /// Stored data is there, but no room for the 32 kB of shared memory by which SQLite's connections share a file.
  @Test(.enabled(if: Child.hasSmallDisks, Child.noSmallDisks))
  func `cache and queue open on a full disk, and say what cannot be written`() throws {
    let lines = try lines(Self.store + "rm -f \"$1\"/*-shm; " + Self.fill + Self.use)
    #expect(
      lines == [
        "stored", "groups [7, 8]", "cache failed", "flush full", "mutations 1", "enqueue full", "mutations 1",
        "shared memory false", "flush worked", "enqueue worked", "mutations 2", "groups [7, 8, 9]",
      ])
  }

  @Test(.enabled(if: Child.hasSmallDisks, Child.noSmallDisks))
  func `cache and queue without files open on a full disk`() throws {
    #expect(try lines(Self.fill + Self.use) == Self.withoutFiles)
  }

  /// The disk has space, but no file can be created.
  @Test(.enabled(if: Child.hasSmallDisks, Child.noSmallDisks))
  func `cache and queue open where no file can be made`() throws {
    let fill = "i=0; while touch \"$1/ballast$i\" 2> /dev/null; do i=$((i+1)); done; "
    #expect(try lines(fill + Self.use, files: 20) == Self.withoutFiles)
  }

  private static let withoutFiles = [
    "groups [-1, -1]", "cache failed", "flush full", "queue unwritable", "mutations 0", "enqueue full",
    "mutations 0", "shared memory false", "flush worked", "enqueue worked", "mutations 1",
    "groups [-1, -1, 9]",
  ]
}
