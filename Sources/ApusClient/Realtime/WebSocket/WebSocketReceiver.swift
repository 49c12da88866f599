import Foundation

/// Takes what a WebSocket connection receives, on the thread where it comes.
///
/// A message that comes alone then wakes one task, the one that waits for it, and none that only passes it on.
protocol WebSocketReceiver: AnyObject, Sendable {
  /// Takes a message. The calls come one after the other, in the order of the messages.
  func receive(_ message: Data)

  /// Takes the end, after all messages. Nothing follows.
  func end(_ closure: WebSocketClosure)
}
