#if os(Linux)
  @testable import ApusClient
  import ApusPlatform
  import Foundation
  import TestSupport

  @testable import ApusWebSocket

  /// The server's end of a WebSocket over a raw socket: it sees each byte that a client sends, and sends whatever a test wants.
  final class RawWebSocket {
    /// A frame as a client sent it.
    struct Frame: Sendable {
      let first: UInt8
      let isMasked: Bool
      /// How many bytes say its length beside the second one: 0, 2 or 8.
      let lengthBytes: Int
      let key: [UInt8]
      /// The payload as it came.
      let bytes: [UInt8]

      var payload: [UInt8] {
        isMasked ? bytes.enumerated().map { $0.element ^ key[$0.offset % 4] } : bytes
      }

      var opcode: UInt8 { first & 0x0F }
      var text: String { String(decoding: payload, as: UTF8.self) }

      /// The code of a Close frame; nil when it has none.
      var code: Int? {
        let payload = payload
        return payload.count < 2 ? nil : Int(payload[0]) << 8 | Int(payload[1])
      }
    }

    let connection: RawConnection
    /// The request that opened the connection.
    let request: RawConnection.Request

    /// Answers the handshake; nil when the client has closed before.
    ///
    /// - Parameter change: changes the answer's lines.
    init?(_ connection: RawConnection, _ change: (inout [String]) -> Void = { _ in }) {
      guard let request = connection.readHead() else { return nil }
      self.connection = connection
      self.request = request
      var lines = [
        "HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade",
        "Sec-WebSocket-Accept: \(WebSocketHandshake.acceptance(of: request.field("Sec-WebSocket-Key") ?? ""))",
        "Sec-WebSocket-Protocol: graphql-transport-ws",
      ]
      change(&lines)
      connection.write(lines.joined(separator: "\r\n") + "\r\n\r\n")
    }

    /// Reads the client's next frame; nil when it has closed.
    func frame() -> Frame? {
      guard let head = connection.readBytes(2) else { return nil }
      let lengthBytes =
        switch head[1] & 0x7F {
        case 126: 2
        case 127: 8
        default: 0
        }
      guard let length = connection.readBytes(lengthBytes) else { return nil }
      let count = lengthBytes == 0 ? Int(head[1] & 0x7F) : length.reduce(0) { $0 << 8 | Int($1) }
      let isMasked = head[1] & 0x80 != 0
      guard let key = connection.readBytes(isMasked ? 4 : 0), let bytes = connection.readBytes(count) else {
        return nil
      }
      return Frame(first: head[0], isMasked: isMasked, lengthBytes: lengthBytes, key: key, bytes: bytes)
    }

    /// Reads what the client sends until it closes its end.
    func frames() -> [Frame] {
      var frames: [Frame] = []
      while let frame = frame() { frames.append(frame) }
      return frames
    }

    /// Sends a frame: its first byte, and its payload.
    @discardableResult
    func send(_ first: UInt8, _ payload: [UInt8] = []) -> Bool {
      connection.write(WebSocketFrameTests.frame(first, payload))
    }

    /// Sends a text in a frame of its own.
    @discardableResult
    func send(_ text: String) -> Bool { send(0x81, Array(text.utf8)) }

    /// Sends a Close frame.
    func close(_ code: Int) { send(0x88, [UInt8(code >> 8), UInt8(code & 0xFF)]) }
  }

  /// A client that has opened a WebSocket by libcurl to a server that follows a script.
  struct RawExchange {
    private let server: RawServer
    private let seen: Locked<[RawWebSocket.Frame]?>
    let connection: any WebSocketConnection

    /// - Parameters:
    ///   - limits: what the client's connection may take.
    ///   - script: what the server does once it has agreed; it returns the client's frames that the test wants to see.
    init(
      limits: WebSocketLimits = WebSocketLimits(keepAlive: nil),
      _ script: @escaping @Sendable (RawWebSocket) -> [RawWebSocket.Frame]
    ) async throws {
      let seen = Locked<[RawWebSocket.Frame]?>(nil)
      self.seen = seen
      server = try RawServer { connection, _ in
        guard let socket = RawWebSocket(connection) else { return }
        let frames = script(socket)
        seen.withLock { $0 = frames }
      }
      let opening = try await CurlWebSocketConnector(configuration: GraphQLCurlTransport.Configuration())
        .connect(
          GraphQLHTTPRequest(method: .get, url: server.url), subprotocols: ["graphql-transport-ws"],
          limits: limits)
      guard case .opened(let connection, _) = opening else { throw URLError(.badServerResponse) }
      self.connection = connection
    }

    /// All messages until the connection ends, and how it ended.
    func messages() async throws -> ([Data], WebSocketClosure) {
      var messages: [Data] = []
      while true {
        do {
          messages.append(try await connection.receive())
        } catch let closure as WebSocketClosure {
          return (messages, closure)
        }
      }
    }

    /// How the connection ended.
    func closure() async throws -> WebSocketClosure { try await messages().1 }

    /// What the server's script returned.
    func frames() async throws -> [RawWebSocket.Frame] {
      try await eventually("the server's script has ended") { seen.withLock { $0 } != nil }
      return seen.withLock { $0 } ?? []
    }
  }
#endif
