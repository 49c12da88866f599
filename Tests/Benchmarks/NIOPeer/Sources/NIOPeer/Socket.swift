import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import NIOPosix
import NIOWebSocket

/// A subscription by graphql-transport-ws over swift-nio, in the way of its example `NIOWebSocketClient`.
struct Socket {
  typealias Channel = NIOAsyncChannel<WebSocketFrame, WebSocketFrame>

  struct Refused: Error {}

  let port: Int

  /// Subscribes, and hands each message over; ends when the server has completed the operation.
  ///
  /// - Parameter variables: as JSON.
  func subscribe(_ variables: String, _ take: (Message.Notice) -> Void) async throws {
    let channel = try await connect()
    let decoder = JSONDecoder()
    try await channel.executeThenClose { inbound, outbound in
      try await outbound.write(Self.frame(#"{"type":"connection_init"}"#))
      for try await frame in inbound {
        guard frame.opcode == .text else { continue }
        let message = try decoder.decode(Message.self, from: frame.data)
        switch message.type {
        case "connection_ack":
          try await outbound.write(
            Self.frame(#"{"id":"1","type":"subscribe","payload":{"query":"","variables":\#(variables)}}"#))
        case "next":
          guard let notice = message.payload?.data.notice else { throw Refused() }
          take(notice)
        default: return
        }
      }
    }
  }

  private static func frame(_ text: String) -> WebSocketFrame {
    WebSocketFrame(fin: true, opcode: .text, maskKey: .random(), data: ByteBuffer(string: text))
  }

  private func connect() async throws -> Channel {
    let result: EventLoopFuture<Channel?> = try await ClientBootstrap(
      group: .singletonMultiThreadedEventLoopGroup
    )
    .channelOption(.socketOption(.tcp_nodelay), value: 1)
    .connect(host: "127.0.0.1", port: port) { channel in
      channel.eventLoop.makeCompletedFuture {
        let upgrader = NIOTypedWebSocketClientUpgrader<Channel?>(maxFrameSize: 1 << 20) { channel, _ in
          channel.eventLoop.makeCompletedFuture { try Channel(wrappingChannelSynchronously: channel) }
        }
        let head = HTTPRequestHead(
          version: .http1_1, method: .GET, uri: "/graphql",
          headers: ["Host": "127.0.0.1:\(port)", "Sec-WebSocket-Protocol": "graphql-transport-ws"])
        let configuration = NIOTypedHTTPClientUpgradeConfiguration(
          upgradeRequestHead: head, upgraders: [upgrader],
          notUpgradingCompletionHandler: { $0.eventLoop.makeSucceededFuture(nil) })
        return try channel.pipeline.syncOperations.configureUpgradableHTTPClientPipeline(
          configuration: .init(upgradeConfiguration: configuration))
      }
    }
    guard let channel = try await result.get() else { throw Refused() }
    return channel
  }
}
