#if os(Linux)
  import ApusPlatform
  import ApusHTTP

  /// Wakes a thread that sleeps in `poll`.
  package final class CurlWakePipe: Sendable {
    /// The descriptor for the thread to poll.
    package let readEnd: Int32
    private let writeEnd: Int32

    /// - Throws: `GraphQLConnectionError` if the process is out of file descriptors.
    package init() throws {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { throw GraphQLConnectionError(.cannotCreateFile) }
      for end in ends {
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      }
      (readEnd, writeEnd) = (ends[0], ends[1])
    }

    deinit {
      close(readEnd)
      close(writeEnd)
    }

    /// Ends the thread's sleep, or the next one.
    package func wake() {
      var byte: UInt8 = 0
      // A full pipe wakes the thread as well.
      _ = write(writeEnd, &byte, 1)
    }

    /// Discards the calls of ``wake()`` so far.
    package func clear() {
      var bytes: [UInt8] = Array(repeating: 0, count: 64)
      while read(readEnd, &bytes, bytes.count) == bytes.count {}
    }
  }
#endif
