import ApusPlatform

/// Reports each state to all listeners.
final class WebSocketStateHub: Sendable {
  private struct State {
    var current = GraphQLWebSocketTransport.State.closed(nil)
    var listeners: [Int: AsyncStream<GraphQLWebSocketTransport.State>.Continuation] = [:]
    var lastNumber = 0
    /// The changes that listeners have not received yet.
    var news:
      [(
        state: GraphQLWebSocketTransport.State,
        listeners: [AsyncStream<GraphQLWebSocketTransport.State>.Continuation]
      )] = []
    /// Whether a thread is reporting changes.
    var isTelling = false
  }

  private let state = Locked(State())

  deinit {
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.finish() }
  }

  func publish(_ new: GraphQLWebSocketTransport.State) {
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

  func states() -> AsyncStream<GraphQLWebSocketTransport.State> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: GraphQLWebSocketTransport.State.self, bufferingPolicy: .bufferingNewest(16))
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
