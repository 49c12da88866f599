#if os(Linux)
  import ApusFoundation

  /// Waits for the sockets of libcurl, on a thread that can be woken.
  ///
  /// It uses `epoll`, which notices a socket that another thread adds while it sleeps. `poll` would have to be woken for that.
  final class CurlSockets: Sendable {
    /// A socket that is ready for libcurl.
    struct Ready {
      let socket: Int32
      /// CURL_CSELECT_IN and CURL_CSELECT_OUT. Neither after an error, which libcurl finds itself.
      let events: Int32
    }

    private let epoll: Epoll
    private let set: Int32
    private let pipe: CurlWakePipe

    /// - Returns: nil if the process has no file descriptors left.
    init?() {
      guard let epoll = Epoll.shared, let pipe = try? CurlWakePipe() else { return nil }
      set = epoll.create(Int32(O_CLOEXEC))
      guard set >= 0 else { return nil }
      self.epoll = epoll
      self.pipe = pipe
      watch(pipe.readEnd, 1)
    }

    deinit { close(set) }

    /// Starts or stops waiting for a socket.
    ///
    /// - Parameter wanted: CURL_POLL_IN, CURL_POLL_OUT, both, or anything else for neither.
    func watch(_ socket: Int32, _ wanted: Int32) {
      // EPOLLIN is 1, EPOLLOUT 4.
      let events = 1...3 ~= wanted ? UInt32(wanted & 1 | (wanted & 2) << 1) : 0
      if events == 0 {
        epoll.set(set, .remove, socket)
      } else if !epoll.set(set, .add, socket, events) {
        epoll.set(set, .change, socket, events)
      }
    }

    /// Ends the thread's sleep, or its next one.
    func wake() { pipe.wake() }

    /// Sleeps until a socket is ready, the thread is woken, or the time is over.
    ///
    /// - Parameter milliseconds: the longest sleep; negative for no limit.
    func wait(milliseconds: Int32) -> [Ready] {
      epoll.wait(set, milliseconds).compactMap { socket, events in
        if socket == pipe.readEnd {
          pipe.clear()
          return nil
        }
        return Ready(socket: socket, events: Int32(events & 1 | (events >> 1) & 2))
      }
    }
  }

  /// Functions of the system that Foundation does not import.
  private struct Epoll: Sendable {
    enum Change: Int32 {
      case add = 1
      case remove
      case change
    }

    let create: @Sendable @convention(c) (Int32) -> Int32
    private let control: @Sendable @convention(c) (Int32, Int32, Int32, UnsafeRawPointer?) -> Int32
    private let wait: @Sendable @convention(c) (Int32, UnsafeMutableRawPointer, Int32, Int32) -> Int32

    // struct epoll_event { uint32_t events; epoll_data_t data; }, without padding on x86_64 alone.
    #if arch(x86_64)
      private static let (dataOffset, eventSize) = (4, 12)
    #else
      private static let (dataOffset, eventSize) = (8, 16)
    #endif

    /// The most sockets that are reported at once.
    private static let mostEvents = 64

    static let shared = Epoll()

    private init?() {
      guard let create = dlsym(nil, "epoll_create1"), let control = dlsym(nil, "epoll_ctl"),
        let wait = dlsym(nil, "epoll_wait")
      else { return nil }
      self.create = unsafeBitCast(create, to: (@Sendable @convention(c) (Int32) -> Int32).self)
      self.control = unsafeBitCast(
        control, to: (@Sendable @convention(c) (Int32, Int32, Int32, UnsafeRawPointer?) -> Int32).self)
      self.wait = unsafeBitCast(
        wait, to: (@Sendable @convention(c) (Int32, UnsafeMutableRawPointer, Int32, Int32) -> Int32).self)
    }

    @discardableResult
    func set(_ set: Int32, _ change: Change, _ socket: Int32, _ events: UInt32 = 0) -> Bool {
      withUnsafeTemporaryAllocation(byteCount: Self.eventSize, alignment: 8) { event in
        event.storeBytes(of: events, as: UInt32.self)
        event.storeBytes(of: socket, toByteOffset: Self.dataOffset, as: Int32.self)
        return control(set, change.rawValue, socket, event.baseAddress) == 0
      }
    }

    func wait(_ set: Int32, _ milliseconds: Int32) -> [(socket: Int32, events: UInt32)] {
      withUnsafeTemporaryAllocation(byteCount: Self.eventSize * Self.mostEvents, alignment: 8) { events in
        guard let start = events.baseAddress else { return [] }
        let count = wait(set, start, Int32(Self.mostEvents), milliseconds)
        return (0..<max(0, Int(count))).map { index in
          let event = start + index * Self.eventSize
          return (
            event.loadUnaligned(fromByteOffset: Self.dataOffset, as: Int32.self),
            event.loadUnaligned(as: UInt32.self)
          )
        }
      }
    }
  }
#endif
