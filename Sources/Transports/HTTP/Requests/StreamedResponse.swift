import ApusPlatform

/// Buffers a response between the thread that receives it and the task that reads it.
///
/// The buffer is small. When it is full, the sender has to pause until the reader has taken everything.
package final class StreamedResponse: Sendable {
  package typealias Head = (status: Int, headers: GraphQLHTTPHeaders)

  /// The number of bytes that may wait for the reader before the sender is paused.
  private static let limit = 1 << 18

  private struct State {
    var head: Head?
    var headReader: CheckedContinuation<Head, any Error>?
    var bytes = Data()
    var readers: [CheckedContinuation<Data?, any Error>] = []
    /// The result of the transfer; nil until it has ended.
    var end: Result<Void, any Error>?
    var isPaused = false
  }

  private let state = Locked(State())
  private let resume: @Sendable () -> Void
  private let cancel: @Sendable () -> Void

  /// - Parameters:
  ///   - resume: resumes the sender.
  ///   - cancel: cancels the sender, because the reader has left.
  package init(resume: @escaping @Sendable () -> Void, cancel: @escaping @Sendable () -> Void) {
    self.resume = resume
    self.cancel = cancel
  }

  // MARK: - The sender's side

  /// Receives the status and the header fields.
  package func receive(_ head: Head) {
    let reader = state.withLock { state in
      state.head = head
      defer { state.headReader = nil }
      return state.headReader
    }
    reader?.resume(returning: head)
  }

  /// Receives bytes of the body.
  package func receive(_ bytes: UnsafeRawBufferPointer) {
    if bytes.isEmpty { return }
    let reader = state.withLock { state -> CheckedContinuation<Data?, any Error>? in
      if state.readers.isEmpty {
        state.bytes.append(contentsOf: bytes)
        return nil
      }
      return state.readers.removeFirst()
    }
    reader?.resume(returning: Data(bytes))
  }

  /// Runs `pause` if the buffer is full. The reader will call `resume`.
  ///
  /// - Returns: whether the sender has to pause.
  package func pauseWhenFull(_ pause: () -> Void = {}) -> Bool {
    state.withLock { state in
      guard state.bytes.count >= Self.limit else { return false }
      if !state.isPaused { pause() }
      state.isPaused = true
      return true
    }
  }

  /// Receives the end of the body, or the reason why it is incomplete.
  package func finish(_ end: Result<Void, any Error>) {
    let (headReader, readers) = state.withLock { state in
      if state.end == nil { state.end = end }
      defer {
        state.headReader = nil
        state.readers = []
      }
      return (state.headReader, state.readers)
    }
    let failure: any Error =
      if case .failure(let error) = end { error } else { GraphQLConnectionError(.badServerResponse) }
    headReader?.resume(throwing: failure)
    for reader in readers { reader.resume(with: end.map { nil }) }
  }

  // MARK: - The reader's side

  /// Waits for the status and the header fields.
  package func head() async throws -> Head {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let known: Result<Head, any Error>? = state.withLock { state in
          if let head = state.head { return .success(head) }
          if let end = state.end {
            return end.flatMap { .failure(GraphQLConnectionError(.badServerResponse)) }
          }
          state.headReader = continuation
          return nil
        }
        if let known { continuation.resume(with: known) }
      }
    } onCancel: {
      end()
    }
  }

  /// Waits for the bytes received since the last call; nil at the end.
  package func next() async throws -> Data? {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let (known, wasPaused) = state.withLock { state -> (Result<Data?, any Error>?, Bool) in
          // Return bytes that arrived before a failure, unless the reader has left.
          if !state.bytes.isEmpty {
            let bytes = state.bytes
            state.bytes = Data()
            defer { state.isPaused = false }
            return (.success(bytes), state.isPaused && state.end == nil)
          }
          if let end = state.end { return (end.map { nil }, false) }
          state.readers.append(continuation)
          return (nil, false)
        }
        // If the sender pauses again in the meantime, it resumes too early. The buffer has room for that.
        if wasPaused { resume() }
        if let known { continuation.resume(with: known) }
      }
    } onCancel: {
      end()
    }
  }

  /// Whether ``next()`` would return without waiting.
  package var hasWaiting: Bool { state.withLock { !$0.bytes.isEmpty || $0.end != nil } }

  /// Ends the request, because the reader has left.
  package func end() {
    let isRunning = state.withLock { state in
      defer { state.bytes = Data() }
      if state.end != nil { return false }
      state.end = .failure(CancellationError())
      return true
    }
    // Before the reader continues: its next request must not use a connection that this one is leaving.
    if isRunning { cancel() }
    finish(.failure(CancellationError()))
  }
}

extension GraphQLHTTPStream {
  /// Waits for the header fields of a response; its body is read as it arrives.
  package init(_ response: StreamedResponse) async throws {
    let owner = Owner(response)
    let head = try await response.head()
    self.init(
      status: head.status, headers: head.headers, next: { try await owner.response.next() },
      isWaiting: { owner.response.hasWaiting }, end: { owner.response.end() })
  }

  /// Ends the request when the last copy of the stream is released.
  private final class Owner: Sendable {
    let response: StreamedResponse

    init(_ response: StreamedResponse) { self.response = response }

    deinit { response.end() }
  }
}
