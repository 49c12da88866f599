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
  /// - Returns: false if nothing changed in time.
  func wait(milliseconds: Int) -> Bool {
    guard descriptor >= 0 else {
      usleep(UInt32(milliseconds) * 1000)
      return false
    }
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, Int32(milliseconds)) > 0 else { return false }
    // Some editors save a file in several steps.
    usleep(1000)
    discardEvents()
    return true
  }

  private func discardEvents() {
    #if canImport(Glibc)
      var buffer = [UInt8](repeating: 0, count: 16 * 1024)
      while read(descriptor, &buffer, buffer.count) > 0 {}
    #endif
  }
}
