import ApusPlatform

/// An open WebSocket connection.
package protocol WebSocketConnection: AnyObject, Sendable {
  /// The subprotocol that the server chose; nil if it chose none.
  var subprotocol: String? { get }

  /// Sends a message of text. It never waits; if it cannot be sent, ``receive()`` throws.
  func send(_ text: Data)

  /// Waits for the next message.
  ///
  /// While nobody takes messages, the connection stops reading from the server once it holds enough.
  ///
  /// - Throws: ``WebSocketClosure`` at the end, after all messages; `CancellationError`.
  func receive() async throws -> Data

  /// From now on, delivers messages on the thread on which they arrive. ``receive()`` must not be called afterwards.
  ///
  /// ``send(_:)`` and ``close(_:_:)`` deliver nothing: they are called under a lock that the receiver takes. The connection releases the
  /// receiver when it ends.
  func deliver(to receiver: any WebSocketReceiver)

  /// The time for which the server has been silent.
  var silence: WebSocketSilence { get }

  /// Ends the connection with a Close frame. It does not wait for the server's, and ignores messages that still arrive.
  func close(_ code: Int, _ reason: String)
}
