#if os(Linux)
  import ApusPlatform

  /// Notices connections that died without a word, for example because a router forgets them.
  ///
  /// Over HTTP/1.1 a request that is given up closes its connection. Over HTTP/2 it only closes its stream: the dead connection would get the
  /// next requests, too.
  struct CurlSilence {
    /// When something came on each connection, by its local port.
    private var heard: [Int: SteadyTime] = [:]
    /// Whether the servers speak HTTP/2; nil if none has responded.
    private var isHTTP2: Bool?

    /// For how long a server that is only slow may say nothing while its callers leave.
    private static let usualSilence = SteadyTime.Interval(.milliseconds(500))
    /// A silence that is long for any transfer, such as a stream that was open for hours.
    private static let longSilence = SteadyTime.Interval(.seconds(5))

    /// Notes that something came.
    mutating func receivedBytes(on socket: Int32) { heard[Self.localPort(of: socket)] = .now }

    private static func localPort(of socket: Int32) -> Int {
      var address = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      return withUnsafeMutableBytes(of: &address) { bytes in
        guard let start = bytes.baseAddress,
          getsockname(socket, start.assumingMemoryBound(to: sockaddr.self), &length) == 0
        else { return 0 }
        // The port is at the same place for both versions of IP.
        return Int(bytes[2]) << 8 | Int(bytes[3])
      }
    }

    /// Notes a response.
    mutating func receivedHead(isHTTP2: Bool) { self.isHTTP2 = isHTTP2 || self.isHTTP2 == true }

    /// Whether the connection of a transfer that is given up may be dead: nothing came on it for half of the transfer's time, or for long.
    func mayBeDead(_ transfer: CurlTransfer, _ cancellation: CurlEngine.Cancellation) -> Bool {
      guard isHTTP2 != false, transfer.easy.isSecure, let last = heard[transfer.easy.localPort] else {
        return false
      }
      let now = SteadyTime.now
      let silence = now - last
      let half = SteadyTime.Interval((now - transfer.startTime).duration / 2)
      return silence >= min(half, Self.longSilence)
        && (cancellation == .timedOut || silence >= Self.usualSilence)
    }
  }
#endif
