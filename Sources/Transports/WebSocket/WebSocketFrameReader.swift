#if os(Linux)
  import Apus
  import ApusPlatform

  /// Reads the server's frames in pieces of any size, and assembles messages.
  ///
  /// Specification: RFC 6455, section 5.
  struct WebSocketFrameReader {
    /// A message or a control frame.
    enum Event: Hashable {
      /// A complete text message in UTF-8.
      case text(Data)
      /// A complete binary message.
      case binary(Data)
      case ping(Data)
      case pong(Data)
      /// The server's Close frame, with code 1005 if it contains none.
      case close(code: Int, reason: String)
    }

    /// A frame whose header was read.
    private struct Frame {
      let opcode: WebSocketFrame.Opcode
      let isFinal: Bool
      let count: Int
    }

    /// The part of a frame's header that has arrived.
    private struct Header {
      var count = 0
      var first: UInt8 = 0
      var second: UInt8 = 0
      /// The value of the bytes after those two; a length has at most eight.
      var length: UInt64 = 0

      mutating func append(_ byte: UInt8) {
        switch count {
        case 0: first = byte
        case 1: second = byte
        default: length = length << 8 | UInt64(byte)
        }
        count += 1
      }

      /// Whether all bytes have arrived, which the second byte determines.
      var isComplete: Bool {
        switch second & 0x7F {
        case 126: count == 4
        case 127: count == 10
        default: count == 2
        }
      }
    }

    private let maximumMessageBytes: Int
    private var header = Header()
    private var frame: Frame?
    /// The payload of a control frame so far.
    private var control = Data()
    /// The payload of a message so far.
    private var message = Data()
    /// The kind of the message that is being received; nil between messages.
    private var kind: WebSocketFrame.Opcode?

    /// - Parameter maximumMessageBytes: the maximum size of a message with all of its frames.
    init(maximumMessageBytes: Int) { self.maximumMessageBytes = maximumMessageBytes }

    /// Adds bytes, and calls `found` for each message and each control frame that they complete.
    ///
    /// - Throws: ``WebSocketViolation``. Everything before it was delivered.
    mutating func read(_ bytes: UnsafeRawBufferPointer, _ found: (Event) throws -> Void) throws {
      var rest = bytes
      while true {
        if let text = try wholeText(&rest) {
          try found(.text(text))
          continue
        }
        if frame == nil {
          guard try readHeader(&rest) else { return }
        }
        guard let frame else { return }
        let isControl = frame.opcode.isControl
        let missing = frame.count - (isControl ? control.count : messageFrameCount)
        let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(missing))
        if isControl { Self.append(piece, to: &control) } else { appendToMessage(piece, of: frame) }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(piece.count))
        if piece.count < missing { return }
        self.frame = nil
        messageFrameCount = 0
        if let event = try isControl ? endOfControlFrame(frame) : endOfDataFrame(frame) { try found(event) }
      }
    }

    /// Reads a message of type text that consists of one complete frame, as most messages do, without copying it to a buffer first.
    ///
    /// - Returns: nil for anything else, including violations, which ``readHeader(_:)`` reports.
    private func wholeText(_ rest: inout UnsafeRawBufferPointer) throws -> Data? {
      // A final text frame.
      guard frame == nil, header.count == 0, kind == nil, rest.count >= 4, rest[0] == 0x81 else { return nil }
      var start = 2
      var count = Int(rest[1])
      if count == 126 {
        start = 4
        count = Int(rest[2]) << 8 | Int(rest[3])
        if count < 126 { return nil }
      }
      // A masked frame, or one with a length of eight bytes, is never complete here.
      guard start == 4 || count < 126, count <= rest.count - start, count <= maximumMessageBytes else {
        return nil
      }
      let payload = UnsafeRawBufferPointer(rebasing: rest[start..<start + count])
      guard payload.isUTF8 else { throw WebSocketViolation.text }
      rest = UnsafeRawBufferPointer(rebasing: rest[(start + count)...])
      return Data(payload)
    }

    /// The number of bytes of the current data frame's payload that have arrived.
    private var messageFrameCount = 0

    private mutating func appendToMessage(_ piece: UnsafeRawBufferPointer, of frame: Frame) {
      // Reserves no more than 64 KiB, because claiming a length costs the server nothing. Memory grows with the bytes that arrive.
      if message.isEmpty, frame.count <= 1 << 16 { message.reserveCapacity(frame.count) }
      Self.append(piece, to: &message)
      messageFrameCount += piece.count
    }

    private static func append(_ piece: UnsafeRawBufferPointer, to data: inout Data) {
      guard let start = piece.baseAddress else { return }
      data.append(start.assumingMemoryBound(to: UInt8.self), count: piece.count)
    }

    /// Reads the header of a frame.
    ///
    /// - Returns: false if some of its bytes have not arrived.
    private mutating func readHeader(_ rest: inout UnsafeRawBufferPointer) throws -> Bool {
      var index = 0
      while index < rest.count {
        let byte = rest[index]
        index += 1
        header.append(byte)
        if header.count == 1 { try checkFirstByte(byte) }
        if header.count == 2 { try checkSecondByte(byte) }
        if header.count >= 2, header.isComplete {
          frame = try finishedHeader()
          header = Header()
          rest = UnsafeRawBufferPointer(rebasing: rest[index...])
          return true
        }
      }
      return false
    }

    private func checkFirstByte(_ byte: UInt8) throws {
      guard byte & 0x70 == 0 else {
        throw WebSocketViolation.frame("a reserved bit is set, and no extension was agreed upon")
      }
      guard let opcode = WebSocketFrame.Opcode(rawValue: byte & 0x0F) else {
        throw WebSocketViolation.frame("opcode \(byte & 0x0F) is not known")
      }
      if opcode.isControl, byte & 0x80 == 0 {
        throw WebSocketViolation.frame("a control frame is fragmented")
      }
      if opcode == .continuation, kind == nil {
        throw WebSocketViolation.frame("a continuation frame continues nothing")
      }
      if opcode == .text || opcode == .binary, kind != nil {
        throw WebSocketViolation.frame("a message begins before the last one has ended")
      }
    }

    private func checkSecondByte(_ byte: UInt8) throws {
      guard byte & 0x80 == 0 else { throw WebSocketViolation.frame("a server's frame is masked") }
      if header.first & 0x08 != 0, Int(byte) > WebSocketFrame.maximumControlBytes {
        throw WebSocketViolation.frame("a control frame has more than 125 bytes")
      }
    }

    private mutating func finishedHeader() throws -> Frame {
      let (first, short, long) = (header.first, Int(header.second), header.length)
      if short == 126, long < 126 {
        throw WebSocketViolation.frame("a length is written with more bytes than it needs")
      }
      if short == 127, long <= 0xFFFF {
        throw WebSocketViolation.frame("a length is written with more bytes than it needs")
      }
      guard let count = short < 126 ? short : Int(exactly: long) else {
        throw WebSocketViolation.frame("the highest bit of a length is set")
      }
      // The first byte was checked when it arrived.
      let opcode = WebSocketFrame.Opcode(rawValue: first & 0x0F) ?? .continuation
      if !opcode.isControl {
        guard count <= maximumMessageBytes - message.count else {
          throw WebSocketViolation.tooLong(maximumMessageBytes)
        }
        if opcode != .continuation { kind = opcode }
      }
      return Frame(opcode: opcode, isFinal: first & 0x80 != 0, count: count)
    }

    private mutating func endOfDataFrame(_ frame: Frame) throws -> Event? {
      guard frame.isFinal else { return nil }
      let (message, kind) = (self.message, self.kind)
      self.message = Data()
      self.kind = nil
      if kind == .binary { return .binary(message) }
      guard message.isUTF8 else { throw WebSocketViolation.text }
      return .text(message)
    }

    private mutating func endOfControlFrame(_ frame: Frame) throws -> Event {
      let payload = control
      control = Data()
      switch frame.opcode {
      case .ping: return .ping(payload)
      case .pong: return .pong(payload)
      default: return try close(payload)
      }
    }

    private func close(_ payload: Data) throws -> Event {
      if payload.isEmpty { return .close(code: WebSocketClosure.noStatus, reason: "") }
      guard payload.count >= 2 else { throw WebSocketViolation.frame("a Close frame has half a code") }
      let code = payload.prefix(2).reduce(0) { $0 << 8 | Int($1) }
      guard WebSocketClosure.mayBeSent(code) else {
        throw WebSocketViolation.frame("code \(code) must not be sent")
      }
      let reason = payload.dropFirst(2)
      guard reason.isUTF8 else { throw WebSocketViolation.text }
      return .close(code: code, reason: String(decoding: reason, as: UTF8.self))
    }
  }

  extension UnsafeRawBufferPointer {
    /// Whether the bytes are UTF-8 as RFC 3629 has it.
    var isUTF8: Bool {
      withMemoryRebound(to: UInt8.self) { UTF8Validation.validPrefix($0) == $0.count }
    }
  }

  extension Data {
    /// Whether the bytes are UTF-8 as RFC 3629 has it.
    var isUTF8: Bool { withUnsafeBytes { $0.isUTF8 } }
  }
#endif
