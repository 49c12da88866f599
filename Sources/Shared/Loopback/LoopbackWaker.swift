#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif
import ApusPlatform

#if !os(Windows)
  /// A pipe to a server that waits for its connections.
  package final class LoopbackWaker: Sendable {
    /// The end that the server polls. Only the server's thread reads it, until it closes the pipe.
    let input: Int32
    /// The other end; nil when the pipe is closed. Wakers write under the lock, so that none writes to a descriptor that is another file's by now.
    private let output: Locked<Int32?>

    init() throws(LoopbackError) {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else {
        throw LoopbackError(message: "A pipe cannot be created: \(SystemSockets.errorText).")
      }
      (input, output) = (ends[0], Locked(ends[1]))
      for end in ends {
        _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      }
    }

    /// Makes the server look after its streams, and whether it is over.
    package func wake() {
      output.withLock { output in
        guard let output else { return }
        // A full pipe has woken the server already.
        var byte: UInt8 = 0
        _ = write(output, &byte, 1)
      }
    }

    func takeBytes() {
      var buffer = [UInt8](repeating: 0, count: 256)
      while read(input, &buffer, buffer.count) == buffer.count {}
    }

    func close() {
      output.withLock { output in
        guard let end = output else { return }
        _ = systemClose(end)
        _ = systemClose(input)
        output = nil
      }
    }
  }

  private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
#endif
