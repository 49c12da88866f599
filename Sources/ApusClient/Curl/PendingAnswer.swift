#if os(Linux)
  /// Who waits for a whole answer. The first end counts: the answer, its failure, the timeout, or the cancellation.
  final class PendingAnswer: Sendable {
    /// A checked continuation would cost two allocations more for each request. This one is resumed exactly once: by `wait`, which has not
    /// stored it, or by whoever takes it out of `State.waiting` under the lock.
    typealias Continuation = UnsafeContinuation<GraphQLHTTPResponse, any Error>

    private enum State {
      case new
      case waiting(Continuation)
      case ended(any Error)
      case finished
    }

    private let state = Locked(State.new)

    /// Begins to wait.
    ///
    /// - Returns: false when it has ended before.
    func wait(_ continuation: Continuation) -> Bool {
      let earlierEnd = state.withLock { state -> (any Error)? in
        if case .ended(let error) = state { return error }
        state = .waiting(continuation)
        return nil
      }
      if let earlierEnd { continuation.resume(throwing: earlierEnd) }
      return earlierEnd == nil
    }

    /// Ends the waiting, unless it has ended before.
    func end(_ result: Result<GraphQLHTTPResponse, any Error>) {
      let continuation = state.withLock { state -> Continuation? in
        switch state {
        case .waiting(let continuation):
          state = .finished
          return continuation
        case .new:
          if case .failure(let error) = result { state = .ended(error) }
          return nil
        case .ended, .finished: return nil
        }
      }
      continuation?.resume(with: result)
    }

    var isWaiting: Bool { state.withLock { if case .waiting = $0 { true } else { false } } }
  }
#endif
