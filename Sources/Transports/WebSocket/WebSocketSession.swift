import ApusPlatform

/// The rules of an open connection, without the connection: bytes from the server go in, messages and bytes for the server come out.
///
/// Specification: RFC 6455, sections 5.5 and 7.
struct WebSocketSession {
  private var reader: WebSocketFrameReader
  /// The messages that came and were not taken yet.
  private(set) var messages = MessageQueue()
  /// The frames to send.
  private(set) var output = Data()
  /// The pong for the last ping. It is sent once ``output`` has gone, so that a server that pings without reading fills nothing.
  private var pong: Data?
  /// The end: the server's reason, or its mistake. Nothing that comes later is read.
  private(set) var closure: WebSocketClosure?
  /// Whether a Close frame was sent or is in ``output``: nothing may follow it.
  private(set) var hasSentClose = false

  init(maximumMessageBytes: Int) {
    reader = WebSocketFrameReader(maximumMessageBytes: maximumMessageBytes)
  }

  /// Takes bytes from the server.
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

  /// Notes that the server is gone.
  mutating func end(_ reason: String) {
    if closure == nil { closure = .abnormal(reason) }
  }

  /// Queues a message; after a Close frame nothing more is sent.
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
  ///   - code: 1000 to 4999 without those that must not be sent; nil for none.
  ///   - reason: is cut where it is too long for a control frame.
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

  /// Takes the oldest message that has come.
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

  /// Whether something has to be sent.
  var hasOutput: Bool { !output.isEmpty || (pong != nil && !hasSentClose) }
}
