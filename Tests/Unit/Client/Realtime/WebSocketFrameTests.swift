#if os(Linux)
  import Foundation
  import Testing

  @testable import ApusClient
  @testable import ApusWebSocket

  /// RFC 6455, section 5: what a client has to do about frames.
  @Suite(.timeLimit(.minutes(15))) struct WebSocketFrameTests {
    private static func read(_ bytes: [UInt8], limit: Int = 1 << 20, pieces: Int? = nil) throws
      -> [WebSocketFrameReader.Event]
    {
      var reader = WebSocketFrameReader(maximumMessageBytes: limit)
      var events: [WebSocketFrameReader.Event] = []
      for start in stride(from: 0, to: bytes.count, by: pieces ?? max(bytes.count, 1)) {
        let piece = Array(bytes[start..<min(start + (pieces ?? bytes.count), bytes.count)])
        try piece.withUnsafeBytes { try reader.read($0) { events.append($0) } }
      }
      return events
    }

    private static func violation(_ bytes: [UInt8], limit: Int = 1 << 20) -> Int? {
      do {
        _ = try read(bytes, limit: limit)
        return nil
      } catch {
        return (error as? WebSocketViolation)?.code
      }
    }

    /// A server's frame.
    static func frame(_ first: UInt8, _ payload: [UInt8]) -> [UInt8] {
      let count = payload.count
      if count < 126 { return [first, UInt8(count)] + payload }
      if count <= 0xFFFF { return [first, 126, UInt8(count >> 8), UInt8(count & 0xFF)] + payload }
      // In steps: Swift 6.2 takes too long over one expression.
      let length: [UInt8] = (0..<8).map { place in UInt8(truncatingIfNeeded: count >> (56 - 8 * place)) }
      return [first, 127] + length + payload
    }

    @Test func `the examples of section 5-7`() throws {
      let hello = Array("Hello".utf8)
      #expect(try Self.read([0x81, 0x05] + hello) == [.text(Data(hello))])
      #expect(try Self.read([0x01, 0x03, 0x48, 0x65, 0x6C, 0x80, 0x02, 0x6C, 0x6F]) == [.text(Data(hello))])
      #expect(try Self.read([0x89, 0x05] + hello) == [.ping(Data(hello))])
      var bytes = Data()
      WebSocketFrame.append(.text, Data(hello), key: 0x37FA_213D, to: &bytes)
      #expect(Array(bytes) == [0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58])
    }

    @Test(arguments: [0, 1, 7, 8, 9, 125, 126, 127, 65535, 65536, 200_000])
    func `a client's frame is masked, and has the shortest length`(_ count: Int) throws {
      let payload = Data((0..<count).map { UInt8($0 & 0xFF) })
      var bytes = Data()
      WebSocketFrame.append(.binary, payload, key: 0xA1B2_C3D4, to: &bytes)
      let head = count < 126 ? 2 : count <= 0xFFFF ? 4 : 10
      #expect(bytes.count == head + 4 + count)
      #expect(bytes[1] & 0x80 != 0)
      let key = Array(bytes[head..<head + 4])
      let unmasked = bytes[(head + 4)...].enumerated().map { $0.element ^ key[$0.offset % 4] }
      #expect(unmasked == Array(payload))
    }

    @Test func `masking keys differ from frame to frame`() {
      var keys: Set<Data> = []
      for _ in 0..<100 {
        var bytes = Data()
        WebSocketFrame.append(.text, Data("x".utf8), to: &bytes)
        keys.insert(bytes[2..<6])
      }
      #expect(keys.count > 95)
    }

    @Test(arguments: [1, 2, 3, 5, 1000])
    func `frames of all lengths in pieces of any size`(_ pieces: Int) throws {
      for count in [0, 1, 125, 126, 127, 65535, 65536] {
        let payload = [UInt8](repeating: 0x61, count: count)
        let events = try Self.read(Self.frame(0x81, payload) + Self.frame(0x82, payload), pieces: pieces)
        #expect(events == [.text(Data(payload)), .binary(Data(payload))])
      }
    }

    @Test func `control frames stand between the fragments of a message`() throws {
      let bytes =
        Self.frame(0x01, [0xC3]) + Self.frame(0x89, [1]) + Self.frame(0x00, []) + Self.frame(0x8A, [2])
        + Self.frame(0x80, [0xA9])
      #expect(try Self.read(bytes) == [.ping(Data([1])), .pong(Data([2])), .text(Data("é".utf8))])
    }

    @Test(
      arguments: [
        ("a reserved bit", [0xC1, 0x00]), ("another reserved bit", [0x91, 0x00]),
        ("opcode 3", [0x83, 0x00]), ("opcode 7", [0x87, 0x00]), ("opcode 11", [0x8B, 0x00]),
        ("opcode 15", [0x8F, 0x00]), ("a masked frame", [0x81, 0x80, 0, 0, 0, 0]),
        ("a ping in fragments", [0x09, 0x00]), ("a Close in fragments", [0x08, 0x00]),
        ("a ping of 126 bytes", [0x89, 126, 0, 126]), ("a Close of 126 bytes", [0x88, 126, 0, 126]),
        ("a continuation of nothing", [0x80, 0x00]),
        ("a message within a message", [0x01, 0x00, 0x81, 0x00]),
        ("a length of 125 in two bytes", [0x81, 126, 0, 125]),
        ("a length of 65535 in eight bytes", [0x81, 127, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]),
        ("the highest bit of a length", [0x81, 127, 0x80, 0, 0, 0, 0, 0, 0, 0]),
        ("half a code", [0x88, 1, 3]), ("code 999", [0x88, 2, 0x03, 0xE7]),
        ("code 1004", [0x88, 2, 0x03, 0xEC]),
        ("code 1005", [0x88, 2, 0x03, 0xED]), ("code 1006", [0x88, 2, 0x03, 0xEE]),
        ("code 1015", [0x88, 2, 0x03, 0xF7]), ("code 1016", [0x88, 2, 0x03, 0xF8]),
        ("code 2999", [0x88, 2, 0x0B, 0xB7]), ("code 5000", [0x88, 2, 0x13, 0x88]),
      ] as [(String, [UInt8])])
    func `frames that are not allowed end the connection with 1002`(_ name: String, _ bytes: [UInt8]) {
      #expect(Self.violation(bytes) == 1002, "\(name)")
    }

    @Test func `text and reasons that are not UTF-8 end the connection with 1007`() {
      #expect(Self.violation(Self.frame(0x81, [0xFF])) == 1007)
      #expect(Self.violation(Self.frame(0x81, [0xC3])) == 1007)
      #expect(Self.violation(Self.frame(0x81, [0xED, 0xA0, 0x80])) == 1007)
      #expect(Self.violation(Self.frame(0x88, [0x03, 0xE8, 0xFF])) == 1007)
      #expect(Self.violation(Self.frame(0x82, [0xFF])) == nil)
    }

    @Test func `a message that is too long ends the connection with 1009, by what its header claims`() {
      #expect(Self.violation(Self.frame(0x81, [1, 2, 3]), limit: 3) == nil)
      #expect(Self.violation([0x81, 0x04], limit: 3) == 1009)
      #expect(Self.violation([0x81, 127, 0, 0, 0, 1, 0, 0, 0, 0]) == 1009)
      #expect(Self.violation(Self.frame(0x01, [1, 2]) + [0x80, 0x02], limit: 3) == 1009)
    }

    @Test func `Close frames`() throws {
      #expect(try Self.read([0x88, 0]) == [.close(code: 1005, reason: "")])
      let reason = Self.frame(0x88, [0x11, 0x30] + Array("no".utf8))
      #expect(try Self.read(reason) == [.close(code: 4400, reason: "no")])
    }

    /// No input ends the program, what is kept never exceeds what came, and however the bytes are cut, the same comes of them.
    @Test func `mutated frames in pieces of any size`() {
      // Texts that come as a whole are read another way than those in pieces.
      let texts = Self.frame(0x81, Array("é".utf8)) + Self.frame(0x81, [UInt8](repeating: 0x61, count: 126))
      let valid =
        Self.frame(0x01, [0xC3]) + Self.frame(0x89, [1]) + Self.frame(0x80, [0xA9]) + texts
        + Self.frame(0x82, [UInt8](repeating: 7, count: 130)) + Self.frame(0x8A, [])
        + Self.frame(0x88, [0x03, 0xE8, 0x62])
      let alphabet: [UInt8] = [
        0x00, 0x01, 0x02, 0x80, 0x81, 0x82, 0x88, 0x89, 0x8A, 0x03, 0xE8, 125, 126, 127, 0xFF,
      ]
      var violations = 0
      var messages = 0
      Fuzzing.run("frames") { random in
        var bytes = valid
        bytes.mutate(with: alphabet, using: &random)
        var whole = WebSocketSession(maximumMessageBytes: 200)
        bytes.withUnsafeBytes { whole.receive($0) }
        var cut = WebSocketSession(maximumMessageBytes: 200)
        for piece in bytes.pieces(using: &random) { piece.withUnsafeBytes { cut.receive($0) } }
        #expect(whole.messages.byteCount <= bytes.count)
        let wholeMessages = Array(sequence(state: whole.messages) { $0.popFirst() })
        let cutMessages = Array(sequence(state: cut.messages) { $0.popFirst() })
        #expect(cutMessages == wholeMessages && cut.closure == whole.closure)
        if whole.closure?.isViolation == true { violations += 1 }
        messages += wholeMessages.count
      }
      #expect(violations > 0 && messages > 0)
    }
  }
#endif
