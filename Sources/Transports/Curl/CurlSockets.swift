#if os(Linux)
  import ApusPlatform
  import CApusCurl

  /// Waits for sockets, on a thread that can be woken.
  ///
  /// It uses `epoll`, which notices a socket that another thread adds during the wait. `poll` would have to be woken for that.
  package final class CurlSockets: Sendable {
    /// A socket that is ready for libcurl.
    package struct Ready: Sendable {
      package let socket: Int32
      /// CURL_CSELECT_IN and CURL_CSELECT_OUT. Neither is set after an error, which libcurl detects itself.
      package let events: Int32
    }

    /// The maximum number of sockets that are reported at once.
    private static let mostEvents: Int32 = 64

    private let set: Int32
    private let pipe: CurlWakePipe

    /// - Returns: nil if the process has run out of file descriptors.
    package init?() {
      guard let pipe = try? CurlWakePipe() else { return nil }
      set = epoll_create1(Int32(O_CLOEXEC))
      guard set >= 0 else { return nil }
      self.pipe = pipe
      watch(pipe.readEnd, 1)
    }

    deinit { close(set) }

    /// Starts or stops waiting for a socket.
    ///
    /// - Parameter wanted: CURL_POLL_IN, CURL_POLL_OUT, both, or anything else for neither.
    package func watch(_ socket: Int32, _ wanted: Int32) {
      // EPOLLIN is 1, EPOLLOUT 4.
      let events = 1...3 ~= wanted ? UInt32(wanted & 1 | (wanted & 2) << 1) : 0
      var event = epoll_event(events: events, data: epoll_data(fd: socket))
      if events == 0 {
        epoll_ctl(set, EPOLL_CTL_DEL, socket, &event)
      } else if epoll_ctl(set, EPOLL_CTL_ADD, socket, &event) != 0 {
        epoll_ctl(set, EPOLL_CTL_MOD, socket, &event)
      }
    }

    /// Ends the thread's sleep, or its next one.
    package func wake() { pipe.wake() }

    /// Sleeps until a socket is ready, the thread is woken, or the time has passed.
    ///
    /// - Parameter milliseconds: the maximum time; negative for no limit.
    package func wait(milliseconds: Int32) -> [Ready] {
      withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: Int(Self.mostEvents)) { events in
        guard let start = events.baseAddress else { return [] }
        let count = epoll_wait(set, start, Self.mostEvents, milliseconds)
        return events.prefix(max(0, Int(count))).compactMap { event in
          if event.data.fd == pipe.readEnd {
            pipe.clear()
            return nil
          }
          return Ready(socket: event.data.fd, events: Int32(event.events & 1 | (event.events >> 1) & 2))
        }
      }
    }
  }
#endif
