import ApusWebSocket
import Foundation

extension SocketMessage {
  /// Reads a message.
  ///
  /// - Throws: ``GraphQLSubscriptionError/invalidMessage(_:)``.
  init(reading text: Data, _ dialect: SocketDialect) throws {
    do {
      try self.init(text, dialect)
    } catch let error as InvalidSocketMessage {
      throw GraphQLSubscriptionError.invalidMessage(error.reason)
    }
  }
}
