#if os(Linux)
  import ApusPlatform

  /// The rules of an open connection, independent of the network: it receives bytes from the server, and produces messages and bytes to send.
  ///
  /// Specification: RFC 6455, sections 5.5 and 7.
  struct WebSocketSession {
    private var reader: WebSocketFrameReader
    /// The messages that have arrived but were not taken yet.
    private(set) var messages = MessageQueue()
    /// The frames to send.
    private(set) var output = Data()
    /// The pong for the last ping. It is sent when ``output`` has been sent, so that a server that pings without reading cannot fill the memory.
    private var pong: Data?
    /// The end: the server's reason, or its violation. Bytes that arrive later are not read.
    private(set) var closure: WebSocketClosure?
    /// Whether a Close frame was sent or is in ``output``. Nothing may follow it.
    private(set) var hasSentClose = false

    init(maximumMessageBytes: Int) {
      reader = WebSocketFrameReader(maximumMessageBytes: maximumMessageBytes)
    }

    /// Adds bytes from the server.
    mutating func receive(_ bytes: UnsafeRawBufferPointer) {
      if closure != nil { return }
      do {
        var reader = self.reader
        self.reader = WebSocketFrameReader(maximumMessageBytes: 0)
        defer { self.reader = reader }
        try reader.read(bytes) { event in
          if closure == nil { take(event) }
        }
      } catch let violation as WebSocketViolation {
        if closure != nil { return }
        sendClose(violation.code, violation.reason)
        closure = WebSocketClosure(code: violation.code, reason: violation.reason, isViolation: true)
      } catch {}
    }

    private mutating func take(_ event: WebSocketFrameReader.Event) {
      switch event {
      case .text(let message), .binary(let message):
        // Ignore messages received after sending Close.
        if hasSentClose { return }
        messages.append(message)
      case .ping(let payload): pong = payload
      case .pong: break
      case .close(let code, let reason):
        // The response has the same code, or none if the frame has none.
        sendClose(code == WebSocketClosure.noStatus ? nil : code, "")
        closure = WebSocketClosure(code: code, reason: reason)
      }
    }

    /// Records that the connection is gone.
    mutating func end(_ reason: String) {
      if closure == nil { closure = .abnormal(reason) }
    }

    /// Queues a message. Messages after a Close frame are dropped.
    mutating func send(_ text: Data) {
      if !hasSentClose { WebSocketFrame.append(.text, text, to: &output) }
    }

    /// Queues a ping.
    mutating func ping() {
      if !hasSentClose { WebSocketFrame.append(.ping, Data(), to: &output) }
    }

    /// Queues a Close frame.
    ///
    /// - Parameters:
    ///   - code: 1000 to 4999, except codes that must not be sent; nil for none.
    ///   - reason: truncated if it is too long for a control frame.
    mutating func sendClose(_ code: Int?, _ reason: String) {
      if hasSentClose { return }
      hasSentClose = true
      var payload = Data()
      if let code, WebSocketClosure.mayBeSent(code) {
        payload = Data([UInt8(code >> 8), UInt8(code & 0xFF)])
        var text = Substring(reason)
        while text.utf8.count > WebSocketFrame.maximumControlBytes - 2 { text = text.dropLast() }
        payload += Data(text.utf8)
      }
      WebSocketFrame.append(.close, payload, to: &output)
    }

    /// Takes the oldest message that has arrived.
    mutating func takeMessage() -> Data? { messages.popFirst() }

    /// Takes the frames to send now.
    mutating func takeOutput() -> Data {
      if output.isEmpty, let pong, !hasSentClose {
        WebSocketFrame.append(.pong, pong, to: &output)
        self.pong = nil
      }
      defer { output = Data() }
      return output
    }

    /// Whether there are bytes to send.
    var hasOutput: Bool { !output.isEmpty || (pong != nil && !hasSentClose) }
  }
#endif
