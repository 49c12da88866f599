import ApusPlatform

/// An open WebSocket connection.
package protocol WebSocketConnection: AnyObject, Sendable {
  /// The subprotocol that the server chose; nil if it chose none.
  var subprotocol: String? { get }

  /// Sends a text message. It never blocks. If the message cannot be sent, ``receive()`` throws.
  func send(_ text: Data)

  /// Waits for the next message.
  ///
  /// While nobody receives messages, the connection stops reading from the server once its buffer is full.
  ///
  /// - Throws: ``WebSocketClosure`` at the end, after all messages; `CancellationError`.
  func receive() async throws -> Data

  /// From now on, delivers messages on the thread on which they arrive. ``receive()`` must not be called afterwards.
  ///
  /// ``send(_:)`` and ``close(_:_:)`` do not deliver messages, because they are called with a lock that the receiver takes. The connection releases
  /// the receiver when it ends.
  func deliver(to receiver: any WebSocketReceiver)

  /// The time for which the server has been silent.
  var silence: WebSocketSilence { get }

  /// Ends the connection with a Close frame. It does not wait for the server's frame, and ignores messages that still arrive.
  func close(_ code: Int, _ reason: String)
}
