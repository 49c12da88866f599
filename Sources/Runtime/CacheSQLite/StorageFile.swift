import ApusPlatform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The last commit of a file that a storage knows.
struct StoredCommit {
  var file: StorageFile
  var mark: SQLiteChanges.Mark
}

/// Identifies the file at a path, to notice when it is deleted, truncated or replaced.
struct StorageFile {
  private let device: dev_t
  private let number: ino_t
  private(set) var size: off_t
  /// The number of its names.
  let nameCount: Int

  /// - Returns: nil if there is none.
  init?(_ path: String) {
    var info = stat()
    guard stat(path, &info) == 0 else { return nil }
    (device, number, size) = (info.st_dev, info.st_ino, info.st_size)
    nameCount = Int(info.st_nlink)
  }

  func isSame(as other: StorageFile) -> Bool { device == other.device && number == other.number }

  /// Notes the file's size after a write.
  mutating func update(_ path: String) {
    if let now = StorageFile(path), now.isSame(as: self) { size = now.size }
  }

  /// Follows links, even to a file that does not exist yet: the lock file lies next to the file itself.
  static func resolved(_ url: URL) -> URL {
    var url = url
    // As many links as Linux follows.
    for _ in 0..<40 {
      let folder = url.deletingLastPathComponent().resolvingSymlinksInPath()
      url = folder.appendingPathComponent(url.lastPathComponent)
      guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: url.path) else { break }
      url = URL(fileURLWithPath: target, relativeTo: folder).absoluteURL
    }
    return url
  }
}
