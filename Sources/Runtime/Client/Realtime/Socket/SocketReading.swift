import ApusPlatform
import ApusWebSocket

/// Reads the messages of a connection until it ends.
final class SocketReading: WebSocketReceiver {
  private struct State {
    var waiting: CheckedContinuation<any Error, Never>?
    var end: (any Error)?
    var wasHeard = false
  }

  private let state = Locked(State())
  private let take: @Sendable (Data) throws -> Void

  /// - Parameter take: handles a message. If it throws, reading ends.
  init(_ take: @escaping @Sendable (Data) throws -> Void) { self.take = take }

  /// Waits for the end.
  ///
  /// - Returns: the connection's error, the error thrown for a message, or `CancellationError`.
  func end() async -> any Error {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let end = state.withLock { state -> (any Error)? in
          if state.end == nil { state.waiting = continuation }
          return state.end
        }
        if let end { continuation.resume(returning: end) }
      }
    } onCancel: {
      finish(CancellationError())
    }
  }

  /// Whether a message arrived.
  var wasHeard: Bool { state.withLock { $0.wasHeard } }

  func receive(_ message: Data) {
    let isOver = state.withLock { state in
      state.wasHeard = true
      return state.end != nil
    }
    // Ignore messages after the end.
    if isOver { return }
    do {
      try take(message)
    } catch {
      finish(error)
    }
  }

  func end(_ closure: WebSocketClosure) { finish(closure) }

  private func finish(_ error: any Error) {
    let waiting = state.withLock { state in
      if state.end == nil { state.end = error }
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume(returning: error)
  }
}
