import ApusPlatform

/// Buffers the events of one operation between the transport that receives them and the task that reads them.
final class EventMailbox: Sendable {
  /// A checked continuation would allocate memory for each awaited event. This one is resumed exactly once: by `next` if it was not stored in
  /// `State.reader`, and otherwise by the caller that removes it from there while holding the lock. `next` never replaces a stored one: it ends the
  /// program instead.
  private typealias Reader = UnsafeContinuation<Data?, any Error>

  private struct State {
    var events = MessageQueue()
    var reader: Reader?
    var end: Result<Void, any Error>?
  }

  private let buffer: GraphQLSubscriptionBuffer
  private let state = Locked(State())
  private let leave: @Sendable () -> Void

  /// - Parameter leave: called when the events are no longer read, unless the operation has ended before.
  init(_ buffer: GraphQLSubscriptionBuffer, leave: @escaping @Sendable () -> Void) {
    self.buffer = buffer
    self.leave = leave
  }

  // MARK: - The transport's side

  /// Adds an event. If it does not fit into the buffer, the operation ends, but earlier events can still be read.
  func put(_ event: Data) {
    let (reader, isOver) = state.withLock { state -> (Reader?, Bool) in
      if state.end != nil { return (nil, false) }
      if let reader = state.reader {
        state.reader = nil
        return (reader, false)
      }
      switch buffer {
      case .newest(let limit, let maximumBytes):
        state.events.append(event)
        while state.events.count > max(limit, 1) || Self.exceeds(maximumBytes, state.events) {
          _ = state.events.popFirst()
        }
      case .suspend(let maximumBytes):
        // A single event has the limit of a message.
        if !state.events.isEmpty, state.events.byteCount + event.count > maximumBytes {
          state.end = .failure(GraphQLSubscriptionError.bufferFull(maximumBytes: maximumBytes))
          return (nil, true)
        }
        state.events.append(event)
      }
      return (nil, false)
    }
    reader?.resume(returning: event)
    if isOver { leave() }
  }

  private static func exceeds(_ maximumBytes: Int, _ events: MessageQueue) -> Bool {
    events.count > 1 && events.byteCount > maximumBytes
  }

  /// Adds the end. Earlier events can still be read.
  func finish(_ end: Result<Void, any Error> = .success(())) {
    let reader = state.withLock { state in
      if state.end == nil { state.end = end }
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume(with: end.map { nil })
  }

  // MARK: - The reader's side

  /// The events. Releasing them ends the operation.
  ///
  /// - Parameter transport: retained as long as the events.
  func events(keeping transport: (any GraphQLSubscriptionTransport)? = nil) -> GraphQLEvents {
    let owner = Owner(self, transport)
    return GraphQLEvents { try await owner.mailbox.next() }
  }

  private final class Owner: Sendable {
    let mailbox: EventMailbox
    private let transport: (any GraphQLSubscriptionTransport)?

    init(_ mailbox: EventMailbox, _ transport: (any GraphQLSubscriptionTransport)?) {
      self.mailbox = mailbox
      self.transport = transport
    }

    deinit { mailbox.end() }
  }

  private func next() async throws -> Data? {
    // An event that has already arrived needs neither a continuation nor a cancellation handler.
    if let found = state.withLock({ take(&$0) }) { return try found.get() }
    return try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { continuation in
        let found = state.withLock { state -> Result<Data?, any Error>? in
          if let found = take(&state) { return found }
          precondition(state.reader == nil, "two tasks wait for the events of one operation")
          state.reader = continuation
          return nil
        }
        if let found { continuation.resume(with: found) }
      }
    } onCancel: {
      end()
    }
  }

  /// The next event, or the end; nil if neither has arrived.
  private func take(_ state: inout State) -> Result<Data?, any Error>? {
    if let event = state.events.popFirst() { return .success(event) }
    return state.end.map { end in end.map { nil } }
  }

  /// Ends the operation, because its events are no longer read.
  private func end() {
    let wasActive = state.withLock { state in
      defer {
        state.events = MessageQueue()
        if state.end == nil { state.end = .failure(CancellationError()) }
      }
      return state.end == nil
    }
    finish(.failure(CancellationError()))
    if wasActive { leave() }
  }
}
