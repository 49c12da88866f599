import ApusPlatform

// Apple's SDKs have it as a module of its own or as a part of Darwin.
#if canImport(notify)
  import notify
#elseif canImport(Darwin)
  import Darwin
#endif

/// Tells the processes that use a file that it has changed. Only Apple's systems have such notifications.
struct CommitNotice: Sendable {
  private let name: String

  /// - Parameter path: the file's path without links, which is the same in all processes.
  init(_ path: String) {
    // FNV-1a. Every program can see the names, so the path stays out of it. Another file with the same hash only causes needless looks.
    let start: UInt64 = 0xcbf2_9ce4_8422_2325
    let hash = path.utf8.reduce(start) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    name = "apus.cache." + String(hash, radix: 16)
  }

  /// Wakes the processes that observe the file.
  func post() {
    #if canImport(Darwin)
      notify_post(name)
    #endif
  }

  /// Calls `body` soon after each post of any process, on any thread, as long as the observation exists.
  ///
  /// - Returns: nil if the system has no notifications.
  func observe(_ body: @escaping @Sendable () -> Void) -> CommitObservation? {
    #if canImport(Darwin)
      var token: Int32 = 0
      let status = notify_register_dispatch(name, &token, DispatchQueue.global()) { _ in body() }
      return status == NOTIFY_STATUS_OK ? CommitObservation(token: token) : nil
    #else
      return nil
    #endif
  }
}

/// Observes a file's commits until it is released.
final class CommitObservation: Sendable {
  #if canImport(Darwin)
    private let token: Int32

    init(token: Int32) { self.token = token }

    deinit { notify_cancel(token) }
  #endif
}
