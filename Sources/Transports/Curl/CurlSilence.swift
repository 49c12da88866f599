#if os(Linux)
  import ApusPlatform

  /// Detects connections that died without notice, for example because a router has dropped them.
  ///
  /// Over HTTP/1.1, cancelling a request closes its connection. Over HTTP/2, it only closes the stream, so further requests would use the dead
  /// connection.
  struct CurlSilence {
    /// The time when something last arrived on each connection, by local port.
    private var heard: [Int: SteadyTime] = [:]
    /// Whether the servers use HTTP/2; nil if none has responded.
    private var isHTTP2: Bool?

    /// The time for which a slow server may be silent while its callers give up.
    private static let usualSilence = SteadyTime.Interval(.milliseconds(500))
    /// A silence that is long for any transfer, such as a stream that has been open for hours.
    private static let longSilence = SteadyTime.Interval(.seconds(5))

    /// Records that something has arrived.
    mutating func receivedBytes(on socket: Int32) { heard[Self.localPort(of: socket)] = .now }

    private static func localPort(of socket: Int32) -> Int {
      var address = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      return withUnsafeMutableBytes(of: &address) { bytes in
        guard let start = bytes.baseAddress,
          getsockname(socket, start.assumingMemoryBound(to: sockaddr.self), &length) == 0
        else { return 0 }
        // The port is at the same offset in both versions of IP.
        return Int(bytes[2]) << 8 | Int(bytes[3])
      }
    }

    /// Records a response.
    mutating func receivedHead(isHTTP2: Bool) { self.isHTTP2 = isHTTP2 || self.isHTTP2 == true }

    /// Whether the connection of a cancelled transfer may be dead: nothing arrived on it for half of the transfer's time, or for a long time.
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
