#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

#if !os(Windows)
  /// Calls of the system for sockets.
  enum SystemSockets {
    /// Creates a socket for TCP over IPv4; negative if the system has none.
    static func make() -> Int32 {
      #if canImport(Glibc)
        socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      #else
        socket(AF_INET, Int32(SOCK_STREAM), 0)
      #endif
    }

    /// Makes a descriptor non-blocking, and closes it in child processes. A client that is gone must not end the process.
    static func prepare(_ descriptor: Int32) {
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      #if canImport(Darwin)
        var isSilent: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isSilent, socklen_t(MemoryLayout<Int32>.size))
      #endif
    }

    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int {
      #if canImport(Darwin)
        bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, 0) }
      #else
        bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      #endif
    }

    static func acceptNext(of listener: Int32) -> Int32 { accept(listener, nil, nil) }

    static var errorText: String { String(cString: strerror(errno)) }

    static var milliseconds: Int {
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
    }
  }
#endif
