import ApusCompiler

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Waits for changes in folders: with file system events where available (Linux), otherwise by polling.
struct FileEvents {
  /// The longest wait in milliseconds. Events are not complete, in particular on network file systems, so poll at least
  /// this often.
  static let longestWait = 1000

  #if canImport(Glibc)
    private let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
  #else
    private let descriptor: Int32 = -1
  #endif
  /// The watched folders, with their watch descriptors.
  private var folders: [String: Int32] = [:]

  /// Watches exactly these folders.
  ///
  /// - Returns: whether one of them is new, so that earlier changes in it may have been missed.
  mutating func watch(_ wanted: Set<String>) -> Bool {
    #if canImport(Glibc)
      guard descriptor >= 0 else { return false }
      let mask =
        IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF
      var isNew = false
      var current: [String: Int32] = [:]
      for folder in wanted {
        // Add it again each time, because the folder may have been replaced.
        let number = inotify_add_watch(descriptor, folder.isEmpty ? "." : folder, UInt32(mask))
        if number < 0 { continue }
        current[folder] = number
        if folders[folder] != number { isNew = true }
      }
      let kept = Set(current.values)
      for number in Set(folders.values) where !kept.contains(number) { inotify_rm_watch(descriptor, number) }
      folders = current
      return isNew
    #else
      return false
    #endif
  }

  /// Whether events are available, so that polling can be rare.
  var areTold: Bool { !folders.isEmpty }

  /// Waits for a change.
  ///
  /// - Returns: the files written or moved into place, as far as the system names them; nil if nothing changed in time.
  func wait(milliseconds: Int) -> Set<String>? {
    guard descriptor >= 0 else {
      usleep(UInt32(milliseconds) * 1000)
      return nil
    }
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, Int32(milliseconds)) > 0 else { return nil }
    var written = takeEvents()
    if written.isEmpty {
      // Wait briefly, because some editors save a file in several steps.
      usleep(1000)
      written = takeEvents()
    }
    return written
  }

  /// Reads all pending events.
  ///
  /// - Returns: the files written or moved into place.
  private func takeEvents() -> Set<String> {
    #if canImport(Glibc)
      var written: Set<String> = []
      var buffer = [UInt8](repeating: 0, count: 16 * 1024)
      let headLength = MemoryLayout<inotify_event>.size
      while true {
        let count = read(descriptor, &buffer, buffer.count)
        if count <= 0 { return written }
        var start = 0
        while start + headLength <= count {
          let head = buffer.withUnsafeBytes {
            $0.loadUnaligned(fromByteOffset: start, as: inotify_event.self)
          }
          let name = buffer[(start + headLength)...].prefix(Int(head.len)).prefix { $0 != 0 }
          start += headLength + Int(head.len)
          guard head.mask & UInt32(IN_CLOSE_WRITE | IN_MOVED_TO) != 0, !name.isEmpty else { continue }
          for (folder, number) in folders where number == head.wd {
            written.insert(Path.join(folder, String(decoding: name, as: UTF8.self)))
          }
        }
      }
    #else
      return []
    #endif
  }
}
