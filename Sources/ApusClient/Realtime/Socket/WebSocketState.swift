import ApusConcurrency
import ApusFoundation

/// The state of the connection of a ``WebSocketTransport``.
///
/// ```swift
/// let socket = WebSocketTransport()
/// for await state in socket.states {
///   if case .waiting(let date, let reason) = state { print("again at \(date): \(reason)") }
/// }
/// ```
public enum WebSocketState: Sendable {
  /// It opens a connection, and waits for the server's acknowledgement.
  case connecting
  /// The connection is open.
  case connected
  /// It pauses before the next attempt, because of an error.
  case waiting(until: Date, reason: any Error)
  /// It waits for the network, without attempts: ``GraphQLReconnectPolicy/connectivity``.
  case waitingForNetwork
  /// There is no connection, because nobody needs one, or because of an error that the subscriptions were told.
  case closed((any Error)?)
}

/// The states of a ``WebSocketTransport``: the current one, then each that follows. It ends with its task, or with the transport.
///
/// A slow reader misses old states, but never the newest.
public struct WebSocketStates: AsyncSequence, Sendable {
  public typealias Element = WebSocketState

  let stream: AsyncStream<WebSocketState>

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(iterator: stream.makeAsyncIterator()) }

  /// Goes through the states.
  public struct AsyncIterator: AsyncIteratorProtocol {
    var iterator: AsyncStream<WebSocketState>.AsyncIterator

    public mutating func next() async -> WebSocketState? { await iterator.next() }
  }
}

/// Tells everybody who listens about each state.
final class WebSocketStateHub: Sendable {
  private struct State {
    var current = WebSocketState.closed(nil)
    var listeners: [Int: AsyncStream<WebSocketState>.Continuation] = [:]
    var lastNumber = 0
  }

  private let state = Locked(State())

  deinit {
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.finish() }
  }

  func publish(_ new: WebSocketState) {
    // Under the lock, so that all listeners hear the states in one order.
    state.withLock { state in
      state.current = new
      for listener in state.listeners.values { listener.yield(new) }
    }
  }

  func states() -> WebSocketStates {
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
    return WebSocketStates(stream: stream)
  }
}
