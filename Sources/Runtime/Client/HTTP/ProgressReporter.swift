import ApusPlatform

/// Calls a progress closure outside of a transport's threads, with the latest progress. A slow closure delays only its own request.
final class ProgressReporter: Sendable {
  private struct State {
    var latest: GraphQLProgress?
    /// Whether the closure is running, or is about to.
    var isTelling = false
    /// The request, which ends once the closure has received the final progress.
    var waiter: CheckedContinuation<Void, Never>?
    var isCancelled = false
  }

  private let state = Locked(State())
  private let tell: @Sendable (GraphQLProgress) -> Void

  init(_ tell: @escaping @Sendable (GraphQLProgress) -> Void) { self.tell = tell }

  /// Reports progress to the closure. If the closure is still busy, only the latest progress is kept.
  func report(_ progress: GraphQLProgress) {
    let begins = state.withLock { state in
      state.latest = progress
      defer { state.isTelling = true }
      return !state.isTelling
    }
    // Does not use a task, because a blocking closure would take one of the few threads that run tasks.
    if begins { DispatchQueue.global().async { self.run() } }
  }

  private func run() {
    while true {
      let (progress, waiter) = state.withLock {
        state -> (GraphQLProgress?, CheckedContinuation<Void, Never>?) in
        defer { state.latest = nil }
        if let latest = state.latest { return (latest, nil) }
        state.isTelling = false
        defer { state.waiter = nil }
        return (nil, state.waiter)
      }
      guard let progress else {
        waiter?.resume()
        return
      }
      tell(progress)
    }
  }

  /// Waits until the closure has received the final progress, or the task is cancelled.
  func finish() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if !state.isTelling || state.isCancelled { return true }
          state.waiter = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        state.isCancelled = true
        defer { state.waiter = nil }
        return state.waiter
      }
      waiter?.resume()
    }
  }
}
