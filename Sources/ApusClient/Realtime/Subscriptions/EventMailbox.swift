import Foundation

/// The events of one operation between the transport that receives them and the task that reads them.
final class EventMailbox: Sendable {
  private typealias Reader = CheckedContinuation<Data?, any Error>

  private struct State {
    var events: [Data] = []
    /// How many of `events` were read.
    var readCount = 0
    var byteCount = 0
    var reader: Reader?
    var end: Result<Void, any Error>?
    var writer: CheckedContinuation<Void, Never>?

    var count: Int { events.count - readCount }
  }

  /// With how many bytes a mailbox is full, beside the number of events.
  private static let maximumBytes = 1 << 20

  private let buffer: GraphQLSubscriptionBuffer
  private let state = Locked(State())
  private let leave: @Sendable () -> Void

  /// - Parameter leave: called when nobody will read any more, unless the operation has ended before.
  init(_ buffer: GraphQLSubscriptionBuffer, leave: @escaping @Sendable () -> Void) {
    self.buffer = buffer
    self.leave = leave
  }

  // MARK: - The transport's side

  /// Takes an event.
  ///
  /// - Returns: whether the transport should wait for space before it reads on.
  func put(_ event: Data) -> Bool {
    let (reader, isFull) = state.withLock { state -> (Reader?, Bool) in
      if state.end != nil { return (nil, false) }
      if let reader = state.reader {
        state.reader = nil
        return (reader, false)
      }
      state.events.append(event)
      state.byteCount += event.count
      if case .newest(let limit) = buffer {
        while state.count > max(limit, 1) { Self.removeFirst(&state) }
        return (nil, false)
      }
      return (nil, self.isFull(state))
    }
    reader?.resume(returning: event)
    return isFull
  }

  /// Waits until the reader has caught up, or has left.
  func waitForSpace() async {
    await withCheckedContinuation { continuation in
      let mustWait = state.withLock { state in
        guard state.end == nil, isFull(state) else { return false }
        state.writer = continuation
        return true
      }
      if !mustWait { continuation.resume() }
    }
  }

  /// Takes the end: what came before is still read.
  func finish(_ end: Result<Void, any Error> = .success(())) {
    let (reader, writer) = state.withLock { state in
      if state.end == nil { state.end = end }
      defer {
        state.reader = nil
        state.writer = nil
      }
      return (state.reader, state.writer)
    }
    reader?.resume(with: end.map { nil })
    writer?.resume()
  }

  private func isFull(_ state: State) -> Bool {
    state.count >= buffer.limit || state.byteCount >= Self.maximumBytes
  }

  private static func removeFirst(_ state: inout State) {
    state.byteCount -= state.events[state.readCount].count
    state.events[state.readCount] = Data()
    state.readCount += 1
    if state.readCount == state.events.count || state.readCount >= 256 {
      state.events.removeFirst(state.readCount)
      state.readCount = 0
    }
  }

  // MARK: - The reader's side

  /// The events, which end the operation when they are let go of.
  var events: GraphQLEvents {
    let owner = Owner(self)
    return GraphQLEvents { try await owner.mailbox.next() }
  }

  private final class Owner: Sendable {
    let mailbox: EventMailbox

    init(_ mailbox: EventMailbox) { self.mailbox = mailbox }

    deinit { mailbox.end() }
  }

  private func next() async throws -> Data? {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let (known, writer) = state.withLock {
          state -> (Result<Data?, any Error>?, CheckedContinuation<Void, Never>?) in
          if state.count > 0 {
            let event = state.events[state.readCount]
            Self.removeFirst(&state)
            if isFull(state) { return (.success(event), nil) }
            defer { state.writer = nil }
            return (.success(event), state.writer)
          }
          if let end = state.end { return (end.map { nil }, nil) }
          if Task.isCancelled { return (.failure(CancellationError()), nil) }
          state.reader = continuation
          return (nil, nil)
        }
        writer?.resume()
        if let known { continuation.resume(with: known) }
      }
    } onCancel: {
      end()
    }
  }

  /// Ends the operation: nobody reads any more.
  private func end() {
    let wasActive = state.withLock { state in
      defer {
        state.events = []
        state.readCount = 0
        state.byteCount = 0
        if state.end == nil { state.end = .failure(CancellationError()) }
      }
      return state.end == nil
    }
    finish(.failure(CancellationError()))
    if wasActive { leave() }
  }
}
