import ApusClient
import Synchronization

/// Counts requests in flight.
final class OpenRequests: GraphQLInterceptor {
  fileprivate struct State {
    var count = 0
    var waiter: CheckedContinuation<Void, Never>?
    var isCancelled = false
  }

  private let state = Mutex(State())

  func intercept(
    _ request: GraphQLHTTPRequest, next: @escaping GraphQLNext
  ) async throws -> GraphQLHTTPResponse {
    state.withLock { $0.count += 1 }
    defer {
      let waiter = state.withLock { state in
        state.count -= 1
        return state.count == 0 ? state.takeWaiter() : nil
      }
      waiter?.resume()
    }
    return try await next(request)
  }

  /// Waits until no request is in flight, or the task is cancelled.
  func waitUntilNone() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if state.count == 0 || state.isCancelled { return true }
          state.waiter = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        state.isCancelled = true
        return state.takeWaiter()
      }
      waiter?.resume()
    }
  }
}

extension OpenRequests.State {
  fileprivate mutating func takeWaiter() -> CheckedContinuation<Void, Never>? {
    defer { waiter = nil }
    return waiter
  }
}
