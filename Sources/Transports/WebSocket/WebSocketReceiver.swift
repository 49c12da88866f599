import ApusPlatform

/// Receives the messages of a WebSocket connection, on the thread on which they arrive.
///
/// A single message then wakes only the task that waits for it, and none that only passes it on.
package protocol WebSocketReceiver: AnyObject, Sendable {
  /// Receives a message. The calls follow each other, in the order of the messages.
  func receive(_ message: Data)

  /// Receives the end, after all messages.
  func end(_ closure: WebSocketClosure)
}
