#if os(Linux)
  import ApusCurl
  import ApusPlatform

  /// The sockets that connections wait for. Only the loop's thread uses it.
  final class CurlWebSocketDescriptors {
    let sockets: CurlSockets
    /// The numbers of the connections that wait, by their sockets.
    private(set) var owners: [Int32: Int] = [:]
    private var owned: [Int: Set<Int32>] = [:]
    /// The memory for the bytes that are being read.
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)

    init(_ sockets: CurlSockets) { self.sockets = sockets }

    deinit { buffer.deallocate() }

    /// Starts or stops waiting for a socket: see `CurlSockets.watch`.
    func watch(_ socket: Int32, _ wanted: Int32, for number: Int) {
      let owner = owners[socket]
      if 1...3 ~= wanted {
        if let owner, owner != number { owned[owner]?.remove(socket) }
        owners[socket] = number
        owned[number, default: []].insert(socket)
      } else {
        // libcurl also reports sockets that it closes after the connection has ended. Another connection may have their numbers by now.
        guard owner == number else { return }
        owners[socket] = nil
        owned[number]?.remove(socket)
      }
      sockets.watch(socket, wanted)
    }

    /// Stops waiting for the sockets of a connection. This precedes closing them: `epoll` reports a closed socket as long as another process has it, which
    /// was started in the meantime.
    func release(_ number: Int) {
      for socket in owned.removeValue(forKey: number) ?? [] {
        owners[socket] = nil
        sockets.watch(socket, 0)
      }
    }
  }
#endif
