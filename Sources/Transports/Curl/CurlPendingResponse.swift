#if os(Linux)
  import ApusHTTP
  import ApusPlatform

  /// A caller that waits for a complete response. The first of four ends counts: the response, its failure, the timeout, or the cancellation.
  final class CurlPendingResponse: Sendable {
    /// A checked continuation would cost two more allocations for each request. This one is resumed exactly once: by `wait` if it was not stored, or
    /// by the caller that removes it from `State.waiting` while holding the lock.
    typealias Continuation = UnsafeContinuation<GraphQLHTTPResponse, any Error>

    private enum State {
      case new
      case waiting(Continuation)
      case ended(any Error)
      case finished
    }

    private let state = Locked(State.new)

    init() {}

    /// Starts waiting.
    ///
    /// - Returns: false if it has already ended.
    func wait(_ continuation: Continuation) -> Bool {
      let earlierEnd = state.withLock { state -> (any Error)? in
        if case .ended(let error) = state { return error }
        state = .waiting(continuation)
        return nil
      }
      if let earlierEnd { continuation.resume(throwing: earlierEnd) }
      return earlierEnd == nil
    }

    /// Ends the wait, unless it has already ended.
    ///
    /// - Parameter body: runs before the caller continues.
    func end(
      _ result: Result<GraphQLHTTPResponse, any Error>, after body: () -> Void = {}
    ) {
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
      body()
      continuation?.resume(with: result)
    }

    var isWaiting: Bool { state.withLock { if case .waiting = $0 { true } else { false } } }
  }
#endif
