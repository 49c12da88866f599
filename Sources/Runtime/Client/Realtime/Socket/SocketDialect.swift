import Apus
import ApusPlatform

/// A protocol for operations over a WebSocket. The raw value is the name of the subprotocol.
enum SocketDialect: String, CaseIterable, Sendable {
  /// Specification: <https://github.com/enisdenjo/graphql-ws/blob/master/PROTOCOL.md>.
  case transportWS = "graphql-transport-ws"
  /// The older protocol: <https://github.com/apollographql/subscriptions-transport-ws/blob/master/PROTOCOL.md>.
  case legacyWS = "graphql-ws"

  /// The first message on a connection.
  func initialization(_ payload: GraphQLValue?) throws -> Data {
    var message: [String: GraphQLValue] = ["type": "connection_init"]
    message["payload"] = payload
    return Data(try GraphQLValue.object(message).json())
  }

  /// The message that starts an operation.
  ///
  /// - Parameter body: the operation as JSON, which is not examined.
  func subscribe(_ id: Int, _ body: Data) -> Data {
    let type = self == .transportWS ? "subscribe" : "start"
    var message = Data(capacity: body.count + 64)
    message.append(contentsOf: "{\"id\":\"\(id)\",\"type\":\"\(type)\",\"payload\":".utf8)
    message.append(body)
    message.append(0x7D)
    return message
  }

  /// The message that ends an operation.
  func complete(_ id: Int) -> Data {
    Data("{\"id\":\"\(id)\",\"type\":\"\(self == .transportWS ? "complete" : "stop")\"}".utf8)
  }

  /// The message that responds to a ping.
  static let pong = Data(#"{"type":"pong"}"#.utf8)

  /// The last message on a connection, if the protocol has one.
  var farewell: Data? {
    self == .legacyWS ? Data(#"{"type":"connection_terminate"}"#.utf8) : nil
  }
}
