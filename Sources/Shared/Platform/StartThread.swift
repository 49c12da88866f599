/// Starts a thread that ends with `body`.
///
/// - Parameter name: the name of the thread in debuggers, at most 15 bytes.
/// - Returns: false if the system cannot start another thread.
package func startThread(_ name: String, _ body: @escaping @Sendable () -> Void) -> Bool {
  #if os(Linux)
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let work = Unmanaged.passRetained(ThreadWork(name, body))
    #if canImport(Musl)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let result = pthread_create(
      &thread, &attributes,
      { work in
        guard let work else { return nil }
        Unmanaged<ThreadWork>.fromOpaque(work).takeRetainedValue().run()
        return nil
      }, work.toOpaque())
    if result != 0 { work.release() }
    return result == 0
  #else
    Thread.detachNewThread {
      Thread.current.name = name
      body()
    }
    return true
  #endif
}

#if os(Linux)
  private final class ThreadWork {
    private let name: String
    private let body: @Sendable () -> Void

    init(_ name: String, _ body: @escaping @Sendable () -> Void) {
      self.name = name
      self.body = body
    }

    func run() {
      // glibc's header declares `pthread_setname_np` only for C programs that request it.
      try? OpenFile(forWriting: URL(fileURLWithPath: "/proc/thread-self/comm")).write(Data(name.utf8))
      body()
    }
  }
#endif
