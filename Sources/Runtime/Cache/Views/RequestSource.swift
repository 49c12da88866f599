import ApusPlatform

/// The data of one operation for a view whose client has no cache: it comes from requests.
final class RequestSource<Data: Sendable>: ViewSource {
  private struct State {
    var update = GraphQLUpdate<Data>(data: nil)
    /// Whether there is a state that was not taken yet.
    var isNew = true
    var onChange: (@Sendable () -> Void)?
    /// The number of the latest request.
    var number = 0
    var task: Task<Void, Never>?
    /// Finished when no request is running.
    var completion: Completion?
  }

  private let isLoaded: Bool
  private let fetch: @Sendable () async throws -> Data
  private let state = Locked(State())

  /// - Parameter isLoaded: whether the first request waits for ``refetch()``.
  init(isLoaded: Bool, fetch: @escaping @Sendable () async throws -> Data) {
    self.isLoaded = isLoaded
    self.fetch = fetch
  }

  deinit {
    let (task, completion) = state.withLock { ($0.task, $0.completion) }
    task?.cancel()
    completion?.finish()
  }

  func begin(_ onChange: @escaping @Sendable () -> Void) {
    state.withLock { $0.onChange = onChange }
    if !isLoaded { send() }
  }

  func take() -> GraphQLUpdate<Data>? {
    state.withLock { state in
      defer { state.isNew = false }
      return state.isNew ? state.update : nil
    }
  }

  func refetch() -> Completion {
    let completion = send()
    state.withLock { $0.onChange }?()
    return completion
  }

  @discardableResult
  private func send() -> Completion {
    let (number, old, completion) = state.withLock { state in
      state.number += 1
      state.update.isFetching = true
      state.isNew = true
      let completion = state.completion ?? Completion()
      state.completion = completion
      defer { state.task = nil }
      return (state.number, state.task, completion)
    }
    old?.cancel()
    let task = Task { [weak self, fetch] in
      do {
        let data = try await fetch()
        self?.finish(number, .success(data))
      } catch {
        self?.finish(number, .failure(error))
      }
    }
    let isOld = state.withLock { state in
      if state.number != number { return true }
      if state.update.isFetching { state.task = task }
      return false
    }
    // Another thread has sent a request in the meantime.
    if isOld { task.cancel() }
    return completion
  }

  private func finish(_ number: Int, _ result: Result<Data, any Error>) {
    let (onChange, completion) = state.withLock { state -> ((@Sendable () -> Void)?, Completion?) in
      if state.number != number { return (nil, nil) }
      state.update.isFetching = false
      switch result {
      case .success(let data): state.update = GraphQLUpdate(data: data)
      case .failure(let error): state.update.error = error
      }
      state.isNew = true
      state.task = nil
      defer { state.completion = nil }
      return (state.onChange, state.completion)
    }
    onChange?()
    completion?.finish()
  }
}
