#if os(Linux)
  import ApusCurl
  import Foundation
  import Testing

  @testable import ApusClient
  @testable import ApusWebSocket

  /// RFC 6455, sections 4.1, 5.5 and 7: the opening, control frames, the end.
  @Suite(.timeLimit(.minutes(15))) struct WebSocketSessionTests {
    private func session(_ bytes: [UInt8]...) -> WebSocketSession {
      var session = WebSocketSession(maximumMessageBytes: 1000)
      for bytes in bytes { bytes.withUnsafeBytes { session.receive($0) } }
      return session
    }

    /// The opcodes and the payloads of a client's frames.
    private func frames(_ output: Data) -> [(opcode: UInt8, payload: [UInt8])] {
      var rest = Array(output)[...]
      var frames: [(UInt8, [UInt8])] = []
      while let first = rest.popFirst(), let second = rest.popFirst() {
        let key = Array(rest.prefix(4))
        rest = rest.dropFirst(4)
        let payload = rest.prefix(Int(second & 0x7F)).enumerated().map { $0.element ^ key[$0.offset % 4] }
        rest = rest.dropFirst(payload.count)
        frames.append((first, payload))
      }
      return frames
    }

    @Test func `a ping is answered by its own bytes, only the last of several`() {
      var session = session([0x89, 1, 65], [0x89, 1, 66])
      let output = frames(session.takeOutput())
      #expect(output.map(\.opcode) == [0x8A])
      #expect(output.first?.payload == [66])
      #expect(session.takeOutput().isEmpty)
    }

    @Test func `a Close frame is answered by its code, and nothing is sent or read after it`() {
      var session = session([0x88, 2, 0x03, 0xE9], [0x81, 1, 65], [0x89, 0])
      session.send(Data("late".utf8))
      let output = frames(session.takeOutput())
      #expect(output.map(\.opcode) == [0x88])
      #expect(output.first?.payload == [0x03, 0xE9])
      #expect(session.closure == WebSocketClosure(code: 1001, reason: ""))
      #expect(session.messages.isEmpty)
    }

    @Test func `the first of two Close frames counts, in one piece or in two`() {
      let first: [UInt8] = [0x88, 2, 0x03, 0xE9]
      let second: [UInt8] = [0x88, 2, 0x11, 0x30]
      for session in [session(first + second), session(first, second)] {
        #expect(session.closure == WebSocketClosure(code: 1001, reason: ""))
      }
    }

    @Test func `a Close frame without a code is 1005, and answered without one`() {
      var session = session([0x88, 0])
      #expect(session.closure?.code == 1005)
      #expect(frames(session.takeOutput()).first?.payload == [])
    }

    @Test func `nothing is sent after our own Close frame, which keeps to the length of a control frame`() {
      var session = session()
      session.sendClose(1000, String(repeating: "é", count: 100))
      session.send(Data("late".utf8))
      session.ping()
      session.sendClose(1001, "")
      let output = frames(session.takeOutput())
      #expect(output.count == 1)
      #expect(output.first.map { $0.payload.count <= 125 && $0.payload.starts(with: [0x03, 0xE8]) } == true)
    }

    @Test func `messages that come after our own Close frame are not read`() {
      var session = session()
      session.sendClose(1000, "")
      [0x81, 1, 65].withUnsafeBytes { session.receive($0) }
      #expect(session.messages.isEmpty)
    }

    @Test(arguments: [1004, 1005, 1006, 1015, 0, 999, 5000])
    func `codes that must not be sent are not sent`(_ code: Int) {
      var session = session()
      session.sendClose(code, "")
      #expect(frames(session.takeOutput()).first?.payload == [])
    }

    @Test func `a violation is told to the server, and what came before it is kept`() {
      var session = session([0x81, 1, 65, 0xC1, 0])
      #expect(session.takeMessage() == Data([65]))
      #expect(session.closure?.code == 1002)
      #expect(session.closure?.isViolation == true)
      #expect(frames(session.takeOutput()).first?.payload.starts(with: [0x03, 0xEA]) == true)
    }

    @Test func `a connection that ends without a Close frame is 1006`() {
      var session = session([0x81, 1, 65, 0x81])
      session.end("gone")
      #expect(session.closure?.code == 1006)
      #expect(session.takeMessage() == Data([65]))
    }

    @Test func `the example of section 1-3`() throws {
      #expect(WebSocketHandshake.acceptance(of: "dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    }

    @Test(arguments: [
      ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"), ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
      ),
    ])
    func `SHA-1`(_ text: String, _ hash: String) {
      let digits = SHA1.hash(Array(text.utf8)).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
      #expect(digits.joined() == hash)
    }

    private static let good: GraphQLHTTPHeaders = [
      "Upgrade": "WebSocket", "Connection": "keep-alive, Upgrade",
      "Sec-WebSocket-Accept": "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=",
      "Sec-WebSocket-Protocol": "graphql-ws",
    ]

    private func check(_ change: (inout GraphQLHTTPHeaders) -> Void = { _ in }) throws -> String? {
      var headers = Self.good
      change(&headers)
      let handshake = WebSocketHandshake(
        subprotocols: ["graphql-transport-ws", "graphql-ws"], key: "dGhlIHNhbXBsZSBub25jZQ==")
      return try handshake.check(GraphQLHTTPResponse(status: 101, headers: headers))
    }

    @Test func `the answer to the handshake is checked`() throws {
      #expect(try check() == "graphql-ws")
      #expect(try check { $0["Sec-WebSocket-Protocol"] = nil } == nil)
      #expect(throws: WebSocketViolation.self) { try check { $0["Upgrade"] = nil } }
      #expect(throws: WebSocketViolation.self) { try check { $0["Connection"] = "close" } }
      #expect(throws: WebSocketViolation.self) { try check { $0["Sec-WebSocket-Accept"] = "AAAA" } }
      #expect(throws: WebSocketViolation.self) { try check { $0["Sec-WebSocket-Extensions"] = "x" } }
      #expect(throws: WebSocketViolation.self) { try check { $0["Sec-WebSocket-Protocol"] = "mqtt" } }
    }

    @Test func `the handshake's request`() throws {
      let url = try #require(URL(string: "https://example.org:8443/graphql?key=a%20b"))
      let fields = [
        GraphQLHTTPHeaders.Field(name: "Authorization", value: "Bearer x"),
        GraphQLHTTPHeaders.Field(name: "Content-Type", value: "application/json"),
      ]
      let handshake = WebSocketHandshake(subprotocols: ["a", "b"])
      let text = String(decoding: try handshake.request(url, fields), as: UTF8.self)
      #expect(text.hasPrefix("GET /graphql?key=a%20b HTTP/1.1\r\nHost: example.org:8443\r\n"))
      #expect(text.contains("\r\nSec-WebSocket-Protocol: a, b\r\nAuthorization: Bearer x\r\n\r\n"))
      #expect(Data(base64Encoded: handshake.key)?.count == 16)
      for value in ["a\r\nY: b", "a\nY: b", "a\rY: b", "a\0"] {
        #expect(throws: WebSocketRequestError.self) {
          try handshake.request(url, [.init(name: "X", value: value)])
        }
      }
    }

    @Test(arguments: [
      ("http://a.example", "GET / HTTP/1.1\r\nHost: a.example\r\n"),
      ("http://a.example:8080", "GET / HTTP/1.1\r\nHost: a.example:8080\r\n"),
      ("http://a.example?b=c%20d", "GET /?b=c%20d HTTP/1.1\r\nHost: a.example\r\n"),
      ("https://a.example/b%2Fc", "GET /b%2Fc HTTP/1.1\r\nHost: a.example\r\n"),
    ])
    func `the handshake's target and host are the URL's`(_ text: String, _ start: String) throws {
      let handshake = WebSocketHandshake(subprotocols: [], key: "key")
      let url = try #require(URL(string: text))
      let request = String(
        decoding: try handshake.request(
          url, [.init(name: "HOST", value: "b"), .init(name: "X", value: "1")]),
        as: UTF8.self)
      #expect(
        request == start + "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: key\r\n"
          + "Sec-WebSocket-Version: 13\r\nX: 1\r\n\r\n")
    }

    @Test(arguments: ["/graphql", "file:///graphql", "http:///graphql"])
    func `a handshake needs a host, and names for its fields`(_ text: String) throws {
      let handshake = WebSocketHandshake(subprotocols: [])
      let url = try #require(URL(string: text))
      let error = #expect(throws: WebSocketRequestError.self) { try handshake.request(url, []) }
      #expect(error?.reason == "\(url) has no host")
      let named = try #require(URL(string: "http://a.example/"))
      #expect(throws: WebSocketRequestError.self) {
        try handshake.request(named, [.init(name: "", value: "1")])
      }
      #expect(throws: WebSocketRequestError.self) {
        try handshake.request(named, [.init(name: "A\r\nB", value: "1")])
      }
    }

    @Test func `a line of a head without a colon is passed over`() throws {
      var reader = HTTPHeadReader()
      let text = "HTTP/1.1 403 Forbidden\r\nnothing\r\nA: 1:2\r\na:3\r\n\r\n"
      let found = try Array(text.utf8).withUnsafeBytes { try reader.read($0) }
      #expect(
        found?.0.status == 403 && found?.0.headers["A"] == "1:2, 3" && found?.0.headers.fields.count == 2)
      #expect(found?.rest.isEmpty == true)
    }

    @Test func `a head in pieces`() throws {
      let text = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nA:  b \r\n\r\nrest"
      for size in 1...text.utf8.count {
        var reader = HTTPHeadReader()
        var found: (GraphQLHTTPResponse, rest: Data)?
        var rest = Array(text.utf8)[...]
        while found == nil, !rest.isEmpty {
          found = try Array(rest.prefix(size)).withUnsafeBytes { try reader.read($0) }
          rest = rest.dropFirst(size)
        }
        let (head, behind) = try #require(found)
        #expect(head.status == 101)
        #expect(head.headers["a"] == "b")
        #expect(behind + Data(rest) == Data("rest".utf8))
      }
      let interim = "HTTP/1.1 100 Continue\r\n\r\n"
      for count in [1, HTTPHeadReader.maximumInterimHeads, HTTPHeadReader.maximumInterimHeads + 1, 4000] {
        let isAllowed = count <= HTTPHeadReader.maximumInterimHeads
        for size in [1, 7, 1 << 20] {
          var reader = HTTPHeadReader()
          var found: (GraphQLHTTPResponse, rest: Data)?
          var rest = Array((String(repeating: interim, count: count) + text).utf8)[...]
          do {
            while found == nil, !rest.isEmpty {
              found = try Array(rest.prefix(size)).withUnsafeBytes { try reader.read($0) }
              rest = rest.dropFirst(size)
            }
            #expect(isAllowed && found?.0.status == 101)
            #expect((found?.rest ?? Data()) + Data(rest) == Data("rest".utf8))
          } catch let violation as WebSocketViolation {
            #expect(!isAllowed && violation.reason.contains("interim"))
          }
        }
      }
      #expect(throws: WebSocketViolation.self) {
        var reader = HTTPHeadReader()
        _ = try Array("SSH-2.0-x\r\n\r\n".utf8).withUnsafeBytes { try reader.read($0) }
      }
      #expect(throws: WebSocketViolation.self) {
        var reader = HTTPHeadReader()
        _ = try [UInt8](repeating: 65, count: 100_000).withUnsafeBytes { try reader.read($0) }
      }
    }
  }
#endif
