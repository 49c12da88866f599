import ApusPlatform

/// Receives the messages of a WebSocket connection, on the thread on which they arrive.
///
/// A message then only wakes the task that waits for it, without a task in between.
package protocol WebSocketReceiver: AnyObject, Sendable {
  /// Receives a message. The calls are serial, in the order of the messages.
  func receive(_ message: Data)

  /// Receives the end, after all messages.
  func end(_ closure: WebSocketClosure)
}
