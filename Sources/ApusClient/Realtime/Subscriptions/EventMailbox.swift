import Foundation

/// The events of one operation between the transport that receives them and the task that reads them.
final class EventMailbox: Sendable {
  /// A checked continuation would allocate memory for each event that is waited for. This one is resumed exactly once: either it was
  /// never stored in `State.reader`, or whoever resumes it has removed it from there under the lock.
  private typealias Reader = UnsafeContinuation<Data?, any Error>

  private struct State {
    var events = MessageQueue()
    var reader: Reader?
    var end: Result<Void, any Error>?
    /// Called once there is space, or nobody reads any more.
    var whenSpace: (@Sendable () -> Void)?
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
  /// - Parameter whenSpace: called when the transport may go on after it had to stop: once, on the thread of the reader.
  /// - Returns: whether the transport may go on at once.
  func put(_ event: Data, whenSpace: @escaping @Sendable () -> Void) -> Bool {
    let (reader, mayGoOn) = state.withLock { state -> (Reader?, Bool) in
      if state.end != nil { return (nil, true) }
      if let reader = state.reader {
        state.reader = nil
        return (reader, true)
      }
      state.events.append(event)
      if case .newest(let limit) = buffer {
        while state.events.count > max(limit, 1) { _ = state.events.popFirst() }
        return (nil, true)
      }
      guard isFull(state) else { return (nil, true) }
      state.whenSpace = whenSpace
      return (nil, false)
    }
    reader?.resume(returning: event)
    return mayGoOn
  }

  /// Takes the end: what came before is still read.
  func finish(_ end: Result<Void, any Error> = .success(())) {
    let (reader, whenSpace) = state.withLock { state in
      if state.end == nil { state.end = end }
      defer {
        state.reader = nil
        state.whenSpace = nil
      }
      return (state.reader, state.whenSpace)
    }
    reader?.resume(with: end.map { nil })
    whenSpace?()
  }

  private func isFull(_ state: State) -> Bool {
    state.events.count >= buffer.limit || state.events.byteCount >= Self.maximumBytes
  }

  /// Whether half of what was too much is read: a transport that went on for each event would wait again after it.
  private func hasSpace(_ state: State) -> Bool {
    state.events.count <= buffer.limit / 2 && state.events.byteCount <= Self.maximumBytes / 2
  }

  // MARK: - The reader's side

  /// The events, which end the operation when they are let go of.
  ///
  /// - Parameter transport: lives as long as they do.
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

  /// What a reader finds without waiting.
  private enum Found {
    case event(Data, whenSpace: (@Sendable () -> Void)?)
    case end(Result<Void, any Error>)
  }

  private func next() async throws -> Data? {
    // An event that is here costs neither a continuation nor a handler of cancellation.
    if let found = state.withLock({ take(&$0) }) { return try result(of: found).get() }
    return try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { continuation in
        let found = state.withLock { state -> Found? in
          if let found = take(&state) { return found }
          if Task.isCancelled { return .end(.failure(CancellationError())) }
          state.reader = continuation
          return nil
        }
        if let found { continuation.resume(with: result(of: found)) }
      }
    } onCancel: {
      end()
    }
  }

  private func take(_ state: inout State) -> Found? {
    guard let event = state.events.popFirst() else { return state.end.map { .end($0) } }
    guard hasSpace(state) else { return .event(event, whenSpace: nil) }
    defer { state.whenSpace = nil }
    return .event(event, whenSpace: state.whenSpace)
  }

  private func result(of found: Found) -> Result<Data?, any Error> {
    switch found {
    case .event(let event, let whenSpace):
      whenSpace?()
      return .success(event)
    case .end(let end): return end.map { nil }
    }
  }

  /// Ends the operation: nobody reads any more.
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
