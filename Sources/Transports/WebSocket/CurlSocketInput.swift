#if os(Linux)
  import ApusCurl
  import ApusPlatform
  import ApusHTTP

  /// Reads and writes the connection of a handle, for the thread that owns it.
  struct CurlSocketInput: ~Copyable {
    private let easy: CurlEasy
    private let functions: CurlSocketFunctions
    private let connection: CurlWebSocket
    private let socket: Int32
    private let buffer: UnsafeMutableRawBufferPointer
    /// Whether there is no TLS. With TLS, libcurl may have read bytes that the socket no longer reports.
    private let isPlain: Bool

    init(
      _ easy: CurlEasy, _ functions: CurlSocketFunctions, _ connection: CurlWebSocket, _ socket: Int32,
      isPlain: Bool
    ) {
      self.isPlain = isPlain
      self.easy = easy
      self.functions = functions
      self.connection = connection
      self.socket = socket
      buffer = .allocate(byteCount: 1 << 16, alignment: 16)
    }

    deinit { buffer.deallocate() }

    /// Sends all bytes, waiting for the socket if necessary.
    func sendAll(_ data: Data, until deadline: SteadyTime) throws {
      var rest = data
      while !rest.isEmpty {
        try checkAbandoned(deadline)
        switch rest.withUnsafeBytes({ functions.send(easy.handle, $0) }) {
        case .bytes(let count): rest = rest.dropFirst(count)
        case .again: _ = wait(read: false, write: true, until: deadline)
        case .failed(let code):
          throw GraphQLConnectionError(.networkConnectionLost, easy.text(of: code))
        }
      }
    }

    /// Waits for bytes; returns nil at the end of the connection.
    func receive(until deadline: SteadyTime) throws -> Data? {
      while true {
        try checkAbandoned(deadline)
        switch functions.receive(easy.handle, buffer) {
        case .bytes(0): return nil
        case .bytes(let count): return Data(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        case .again: _ = wait(read: true, write: false, until: deadline)
        case .failed(let code):
          throw GraphQLConnectionError(.networkConnectionLost, easy.text(of: code))
        }
      }
    }

    private func checkAbandoned(_ deadline: SteadyTime) throws {
      if connection.isAbandoned { throw CancellationError() }
      if deadline <= .now { throw GraphQLConnectionError(.timedOut) }
    }

    /// The body of a rejection, or enough of it to explain the reason.
    func body(of response: GraphQLHTTPResponse, beginningWith first: Data) -> Data {
      let wanted = min(response.headers["Content-Length"].flatMap { Int($0) } ?? 1 << 14, 1 << 16)
      let deadline = SteadyTime.now + SteadyTime.Interval(.seconds(2))
      var body = first
      while body.count < wanted, let piece = try? receive(until: deadline) { body.append(piece) }
      return body
    }

    /// Sends `output`, then the bytes that `more` returns, until the socket would block.
    ///
    /// - Returns: the reason why the connection was lost; nil if it was not.
    func send(_ output: inout Data, _ more: () -> Data) -> String? {
      while true {
        if output.isEmpty { output = more() }
        if output.isEmpty { return nil }
        switch output.withUnsafeBytes({ functions.send(easy.handle, $0) }) {
        case .bytes(let count): output = output.count == count ? Data() : output.dropFirst(count)
        case .again: return nil
        case .failed(let code): return easy.text(of: code)
        }
      }
    }

    /// The result of reading the socket.
    enum Reading {
      /// Bytes were read, and there may be more.
      case more
      /// Everything available was read.
      case all(hadBytes: Bool)
      /// The connection has ended.
      case end
    }

    /// Delivers the available bytes, at most a few hundred kilobytes.
    func receive(_ take: (UnsafeRawBufferPointer) -> Void) -> Reading {
      for round in 0..<4 {
        switch isPlain ? receiveFromSocket() : functions.receive(easy.handle, buffer) {
        case .bytes(0), .failed: return .end
        case .bytes(let count):
          take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
          // A buffer that is not full shows that the socket is empty, which saves a call for a message that arrives alone.
          if isPlain, count < buffer.count { return .all(hadBytes: true) }
        case .again: return .all(hadBytes: round > 0)
        }
      }
      return .more
    }

    /// Reads the socket directly. Without TLS, libcurl would do the same.
    private func receiveFromSocket() -> CurlSocketFunctions.Outcome {
      let count = recv(socket, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
      if count >= 0 { return .bytes(count) }
      return errno == EAGAIN || errno == EINTR ? .again : .failed(Self.receiveError)
    }

    /// CURLE_RECV_ERROR
    private static let receiveError: Int32 = 56

    /// Reads until the server closes the connection.
    func drain(for duration: Duration) {
      let deadline = SteadyTime.now + SteadyTime.Interval(duration)
      while let piece = try? receive(until: deadline), !piece.isEmpty {}
    }

    /// Sleeps until the socket is ready, another thread wakes this one, or the deadline.
    ///
    /// - Parameter now: the current time, which some callers already know.
    /// - Returns: whether there may be something to read, or room to write.
    func wait(
      read: Bool, write: Bool, until deadline: SteadyTime?, from now: SteadyTime = .now
    ) -> Bool {
      let milliseconds = deadline.map { now.milliseconds(until: $0) } ?? -1
      // `poll` always reports a closed connection, so the socket is left out if there is nothing to read or write; otherwise the loop would spin.
      let count: UInt = read || write ? 2 : 1
      let events = Int16((read ? POLLIN : 0) | (write ? POLLOUT : 0))
      return withUnsafeTemporaryAllocation(of: pollfd.self, capacity: 2) { entries in
        entries.initializeElement(
          at: 0, to: pollfd(fd: connection.pipe.readEnd, events: Int16(POLLIN), revents: 0))
        entries.initializeElement(at: 1, to: pollfd(fd: socket, events: events, revents: 0))
        _ = poll(entries.baseAddress, count, milliseconds)
        if entries[0].revents != 0 { connection.pipe.clear() }
        return entries[1].revents != 0 || !isPlain
      }
    }
  }
#endif
