import ApusPlatform

/// The state of the connection of a ``WebSocketTransport``.
///
/// ```swift
/// let socket = WebSocketTransport()
/// for await state in socket.states {
///   if case .waiting(let date, let reason) = state { print("again at \(date): \(reason)") }
/// }
/// ```
public enum WebSocketState: Sendable {
  /// The transport is opening a connection, or waiting for the server's acknowledgement.
  case connecting
  /// The connection is open.
  case connected
  /// The transport pauses before the next attempt, because of an error.
  case waiting(until: Date, reason: any Error)
  /// The transport waits for the network before the next attempt: ``GraphQLReconnectPolicy/connectivity``.
  case waitingForNetwork
  /// There is no connection, because nobody needs one, or because of an error that the subscriptions have received.
  case closed((any Error)?)
}

/// Reports each state to all listeners.
final class WebSocketStateHub: Sendable {
  private struct State {
    var current = WebSocketState.closed(nil)
    var listeners: [Int: AsyncStream<WebSocketState>.Continuation] = [:]
    var lastNumber = 0
    /// The changes that listeners have not received yet.
    var news: [(state: WebSocketState, listeners: [AsyncStream<WebSocketState>.Continuation])] = []
    /// Whether a thread is reporting changes.
    var isTelling = false
  }

  private let state = Locked(State())

  deinit {
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.finish() }
  }

  func publish(_ new: WebSocketState) {
    let begins = state.withLock { state in
      state.current = new
      state.news.append((new, Array(state.listeners.values)))
      defer { state.isTelling = true }
      return !state.isTelling
    }
    if begins { tell() }
  }

  /// Reports changes without holding the lock, but one after the other, so that all listeners get them in the same order.
  private func tell() {
    while true {
      let next = state.withLock { state in
        state.isTelling = !state.news.isEmpty
        return state.news.isEmpty ? nil : state.news.removeFirst()
      }
      guard let next else { return }
      for listener in next.listeners { listener.yield(next.state) }
    }
  }

  func states() -> AsyncStream<WebSocketState> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: WebSocketState.self, bufferingPolicy: .bufferingNewest(16))
    let number = state.withLock { state in
      state.lastNumber += 1
      state.listeners[state.lastNumber] = continuation
      continuation.yield(state.current)
      return state.lastNumber
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { $0.listeners[number] = nil }
    }
    return stream
  }
}
