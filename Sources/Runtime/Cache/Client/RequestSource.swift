import ApusPlatform

/// The data of one operation for a view, if it comes from requests: the client has no cache, or a document as text bypasses it. Then the data goes
/// when the cache is cleared, as that of a watch does.
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
    var isEnded = false
    /// Ends with the source.
    var clearing: ClearObservation?
  }

  private let isLoaded: Bool
  private let epoch: (any AnyObject & Sendable)?
  private let cache: GraphQLCache?
  private let fetch: @Sendable () async throws -> Data
  private let state = Locked(State())

  /// - Parameters:
  ///   - isLoaded: whether the first request waits for ``refetch()``.
  ///   - epoch: the epoch of the data that is loaded; in another epoch, the request does not wait.
  ///   - cache: the cache that has the epochs, and does not store the data; nil for a client without one.
  ///   - fetch: sends the request.
  init(
    isLoaded: Bool, epoch: (any AnyObject & Sendable)? = nil, cache: GraphQLCache? = nil,
    fetch: @escaping @Sendable () async throws -> Data
  ) {
    self.isLoaded = isLoaded
    self.epoch = epoch
    self.cache = cache
    self.fetch = fetch
  }

  func end() {
    let (task, completion, clearing) = state.withLock { state in
      state.isEnded = true
      defer { (state.task, state.completion, state.clearing) = (nil, nil, nil) }
      return (state.task, state.completion, state.clearing)
    }
    // Released outside of the lock, because its release takes another.
    _ = clearing
    task?.cancel()
    completion?.finish()
  }

  func begin(_ onChange: @escaping @Sendable () -> Void) {
    let clearing = cache.map { cache in ClearObservation(cache) { [weak self] in self?.clear() } }
    let current = cache?.generation
    let isCurrent = state.withLock { state in
      state.onChange = onChange
      state.clearing = clearing
      // The cache may have been cleared since, which began another epoch.
      if state.update.epoch == nil { state.update.epoch = current }
      return state.update.epoch === epoch
    }
    if !isLoaded || !isCurrent { send() }
  }

  /// Drops the data, which may be another user's by now, and requests it again. A request in flight was sent before: it is abandoned in the same step.
  private func clear() {
    guard let generation = cache?.generation else { return }
    let onChange = state.withLock { state -> (@Sendable () -> Void)? in
      if state.isEnded || state.update.epoch === generation { return nil }
      state.update = GraphQLUpdate(data: nil)
      state.update.epoch = generation
      state.number += 1
      return state.onChange
    }
    guard let onChange else { return }
    send()
    onChange()
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
    let sent = state.withLock { state -> (number: Int, old: Task<Void, Never>?, completion: Completion)? in
      if state.isEnded { return nil }
      state.number += 1
      state.update.isFetching = true
      state.isNew = true
      let completion = state.completion ?? Completion()
      state.completion = completion
      defer { state.task = nil }
      return (state.number, state.task, completion)
    }
    guard let (number, old, completion) = sent else {
      let ended = Completion()
      ended.finish()
      return ended
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
      if state.isEnded || state.number != number { return true }
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
      case .success(let data): (state.update.data, state.update.error) = (data, nil)
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
