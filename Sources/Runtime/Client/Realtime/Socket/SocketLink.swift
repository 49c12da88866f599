import Apus
import ApusPlatform
import ApusWebSocket

/// The operations of one identity, and the connection that they share.
///
/// While there are operations, a single task, the driver, keeps a connection open: it opens one, delivers messages, and opens the next. To add or
/// remove an operation, a caller changes the table while holding the lock and sends the messages. The driver sends the remaining ones when it
/// connects.
///
/// No operation is sent over a connection of another user: each is admitted to each connection (`SocketLink+Credentials`).
final class SocketLink: Sendable {
  struct State {
    var operations: [Int: SocketOperation] = [:]
    var lastID = 0
    /// The acknowledged connection; nil if there is none.
    var opened: SocketOpener.Opened?
    var driver: Task<Void, Never>?
    /// The alarm that closes the connection if no operation is added; nil while there are operations.
    var idleAlarm: Int?
    /// The number of times that the last operation ended, since an alarm that is about to go off cannot be removed.
    var idleCount = 0
    /// The credentials of the connection, or of the connection being opened, if known.
    var credentials = ConnectionCredentials()
    /// Whether the payload was used or is outdated, so that the next connection needs a new one.
    var isPayloadUsed = false
    /// Whether the driver has paused since the payload was requested: another user may have signed in.
    var hasPaused = false
    var isShutDown = false
  }

  let state = Locked(State())
  let identity: SocketIdentity
  let opener: SocketOpener
  private let hub: WebSocketStateHub
  private let links: @Sendable () -> SocketLinks?

  /// - Parameters:
  ///   - identity: the identity of its operations.
  ///   - links: the table that contains this link.
  init(
    _ identity: SocketIdentity, _ opener: SocketOpener, _ hub: WebSocketStateHub, _ links: SocketLinks
  ) {
    self.identity = identity
    self.opener = opener
    self.hub = hub
    self.links = { [weak links] in links }
  }

  // MARK: - Operations

  /// Adds an operation, and sends it if there is a connection.
  ///
  /// - Parameters:
  ///   - credentials: the credentials of the operation's user.
  ///   - owner: retained as long as the events.
  func start(
    _ request: GraphQLSubscriptionRequest, for credentials: ConnectionCredentials,
    keeping owner: GraphQLWebSocketTransport
  ) -> GraphQLEvents {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    let mailbox = EventMailbox(request.buffer) { [weak self] in self?.leave(id) }
    let (isShutDown, opened) = state.withLock { state -> (Bool, SocketOpener.Opened?) in
      if state.isShutDown { return (true, nil) }
      removeIdleAlarm(&state)
      state.operations[id] = SocketOperation(request: request, mailbox: mailbox, credentials: credentials)
      startDriver(&state)
      guard let opened = state.opened, credentials.isPart(of: opened.credentials) else {
        return (false, state.opened)
      }
      send(id, over: opened, &state)
      return (false, nil)
    }
    // The link was closed between being found and being used.
    if isShutDown { mailbox.finish(.failure(GraphQLSubscriptionError.closedByClient)) }
    if let opened { admitOthers(to: opened) }
    return mailbox.events(keeping: owner)
  }

  /// Ends an operation whose events are no longer read, or not read fast enough.
  private func leave(_ id: Int) {
    let ending = state.withLock { state -> Ending? in
      guard state.operations.removeValue(forKey: id) != nil else { return nil }
      if let opened = state.opened { opened.connection.send(opened.dialect.complete(id)) }
      return becameSmaller(&state)
    }
    ending?.run()
  }

  /// Removes an operation that the server has ended.
  private func take(_ id: String) -> SocketOperation? {
    let taken = state.withLock { state -> (SocketOperation, Ending?)? in
      guard let id = Int(id), let operation = state.operations.removeValue(forKey: id) else { return nil }
      return (operation, becameSmaller(&state))
    }
    taken?.1?.run()
    return taken?.0
  }

  private func mailbox(_ id: String) -> EventMailbox? {
    state.withLock { state in
      guard let id = Int(id) else { return nil }
      return state.operations[id]?.mailbox
    }
  }

  /// The work to end a connection. It runs without holding the lock: cancelling a task calls foreign closures, such as those of interceptors, which
  /// may use the socket.
  struct Ending {
    var opened: SocketOpener.Opened?
    var driver: Task<Void, Never>?

    func run() {
      if let opened {
        if let text = opened.dialect.farewell { opened.connection.send(text) }
        opened.connection.close(1000, "")
      }
      // The driver is waiting for messages, which no longer arrive, for a connection, or for the next attempt. If operations were added in the
      // meantime, another driver follows.
      driver?.cancel()
    }
  }

  /// Decides what happens to the connection when the last operation has ended.
  func becameSmaller(_ state: inout State) -> Ending? {
    guard state.operations.isEmpty else { return nil }
    state.idleCount += 1
    // The connection is being opened, or waited for, but nobody needs it.
    guard state.opened != nil else { return Ending(driver: state.driver) }
    let count = state.idleCount
    let timeout = opener.configuration.idleTimeout
    if timeout <= .zero { return farewell(&state) }
    removeIdleAlarm(&state)
    state.idleAlarm = opener.configuration.clock.set(for: timeout.asTimeout) { [weak self] in
      guard let self else { return }
      let ending = self.state.withLock { state in
        state.operations.isEmpty && state.idleCount == count ? self.farewell(&state) : nil
      }
      ending?.run()
    }
    return nil
  }

  private func removeIdleAlarm(_ state: inout State) {
    if let alarm = state.idleAlarm { opener.configuration.clock.remove(alarm) }
    state.idleAlarm = nil
  }

  private func farewell(_ state: inout State) -> Ending? {
    removeIdleAlarm(&state)
    guard let opened = state.opened else { return nil }
    state.opened = nil
    return Ending(opened: opened, driver: state.driver)
  }

  /// Closes the connection. The driver opens another one for the remaining operations, with the current credentials.
  func reconnect() {
    failInterrupted()
    let ending = state.withLock { state in
      state.isPayloadUsed = true
      forgetCredentials(&state)
      return farewell(&state) ?? Ending(driver: state.driver)
    }
    ending.run()
  }

  /// Ends all operations.
  ///
  /// - Parameter error: the error of the operations.
  func shutDown(_ error: any Error) {
    let (operations, ending) = state.withLock { state in
      state.isShutDown = true
      defer { state.operations = [:] }
      return (state.operations, farewell(&state) ?? Ending(driver: state.driver))
    }
    ending.run()
    for operation in operations.values { operation.mailbox.finish(.failure(error)) }
  }

  // MARK: - The driver

  private func startDriver(_ state: inout State) {
    if state.driver == nil, !state.operations.isEmpty, !state.isShutDown {
      state.driver = Task { await self.drive() }
    }
  }

  private func drive() async {
    let policy = opener.configuration.reconnect
    var retries = SocketRetries(
      policy, hasPayload: opener.configuration.connectionPayload != nil,
      hasInterceptors: identity.interceptors != nil)
    var rejected: SocketRejection?
    var changed: (any Error)?
    while let request = firstRequest() {
      if !policy.connectivity.isOnline {
        hub.publish(.waitingForNetwork)
        state.withLock { $0.hasPaused = true }
        try? await policy.connectivity.waitUntilOnline()
        if Task.isCancelled { break }
        continue
      }
      hub.publish(.connecting)
      var failure: any Error
      var opened = ContinuousClock.now
      var wasHeard = false
      do {
        let connection = try await opener.open(
          request, after: rejected, present: { [self] in try present($0, areRenewed: $1) },
          payload: payload(retries.initialization, after: rejected))
        opened = .now
        // All operations may have ended since the connection was opened.
        guard begin(connection) else {
          connection.connection.close(1000, "")
          break
        }
        var own = identity
        own.payload = connection.payload
        let opened = SocketIdentity(identity.url, connection.headers, payload: connection.payload)
        links()?.set([own, opened], of: self)
        admitOthers(to: connection)
        hub.publish(.connected)
        retries.hasConnected()
        (failure, wasHeard) = await readAll(connection)
        failure =
          SocketRejection(
            failure, connection.headers, connection.payload, wasOpen: true, opener.configuration.isRejected)
          ?? failure
      } catch {
        failure = error
      }
      let connection = state.withLock { state in
        removeIdleAlarm(&state)
        defer { state.opened = nil }
        for id in state.operations.keys { state.operations[id]?.admission = .undecided }
        return state.opened?.connection
      }
      connection?.close(failure is GraphQLSubscriptionError ? 4004 : 1000, "")
      // Also do this if the driver was cancelled, because operations may have been added and sent in the meantime. The next driver sends those that
      // are left.
      failInterrupted()
      if Task.isCancelled { break }
      if failure is UserChange {
        // Operations that were added in the meantime belong to the new user.
        changed = GraphQLClientError.credentialsChanged
        continue
      }
      rejected = failure as? SocketRejection
      switch retries.next(after: failure, lasted: opened.duration(to: .now), wasHeard: wasHeard) {
      case .fail(let error):
        fail(error) { _ in true }
        return end(error)
      case .again: continue
      case .wait(let delay):
        hub.publish(
          .waiting(until: Date(timeIntervalSinceNow: delay / .seconds(1)), reason: retries.reason(failure)))
        state.withLock { $0.hasPaused = true }
        try? await policy.pause(delay)
        if Task.isCancelled { break }
      }
      if Task.isCancelled { break }
    }
    end(changed)
  }

  /// Ends the driver. Operations that were added in the meantime get another one.
  private func end(_ error: (any Error)?) {
    let isOver = state.withLock { state in
      state.driver = nil
      if state.operations.isEmpty { state.credentials = ConnectionCredentials() }
      hub.publish(.closed(error))
      startDriver(&state)
      return state.driver == nil
    }
    if isOver { links()?.remove(self) }
  }

  /// The request to open the connection with, which is that of the oldest operation.
  private func firstRequest() -> GraphQLSubscriptionRequest? {
    state.withLock { state in
      guard let id = state.operations.keys.min() else { return nil }
      var request = state.operations[id]?.request
      request?.http.url = identity.url
      return request
    }
  }

  /// Sends the operations that are admitted to a new connection.
  private func begin(_ opened: SocketOpener.Opened) -> Bool {
    state.withLock { state in
      guard !state.operations.isEmpty, !Task.isCancelled else { return false }
      (state.opened, state.credentials) = (opened, opened.credentials)
      for id in state.operations.keys.sorted() where state.operations[id]?.admission == .admitted {
        send(id, over: opened, &state)
      }
      return true
    }
  }

  /// Sends an admitted operation, which takes over the connection's credentials.
  func send(_ id: Int, over opened: SocketOpener.Opened, _ state: inout State) {
    guard let request = state.operations[id]?.request else { return }
    opened.connection.send(opened.start(id, request))
    state.operations[id]?.wasSent = true
    state.operations[id]?.admission = .sent
    state.operations[id]?.credentials = opened.credentials
  }

  /// Delivers messages until the connection ends.
  ///
  /// - Returns: the reason for the end, which is a ``WebSocketClosure``, a ``GraphQLSubscriptionError`` for a message that violates the protocol,
  ///   or a `CancellationError`; and whether anything arrived.
  private func readAll(_ opened: SocketOpener.Opened) async -> (end: any Error, wasHeard: Bool) {
    let (connection, dialect) = (opened.connection, opened.dialect)
    let start = ContinuousClock.now
    // The connection releases the reading when it ends.
    let reading = SocketReading { text in try self.take(SocketMessage(text, dialect), opened) }
    connection.deliver(to: reading)
    let end = await reading.end()
    let silence = connection.silence
    if end is WebSocketClosure { opener.keepAlive.connectionEnded(silence) }
    // A pong counts as well, although it is not a message.
    return (end, reading.wasHeard || silence.current < start.duration(to: .now))
  }

  /// Handles a message on the connection's thread. On Linux, all connections share it, so nothing here may block.
  private func take(_ message: SocketMessage, _ opened: SocketOpener.Opened) throws {
    switch message {
    case .next(let id, let response):
      // Messages for an operation that was ended here may still arrive.
      mailbox(id)?.put(response)
    case .error(_, let errors) where opened.authorization?.isExpired(errors) == true:
      // The operation starts again on a connection with new credentials.
      throw WebSocketClosure(code: 4403, reason: "UnauthorizedException")
    case .error(let id, let errors):
      guard let mailbox = take(id)?.mailbox else { return }
      mailbox.put(SocketMessage.response(toErrors: errors))
      mailbox.finish()
    case .complete(let id): take(id)?.mailbox.finish()
    case .ping: opened.connection.send(SocketDialect.pong)
    case .rejection(let reason): throw SocketRejection.closure(reason)
    case .unknown(let type): opener.unknownMessages.add(type)
    case .acknowledgement, .nothing: break
    }
  }

  /// Fails the operations that do not continue after the connection was lost.
  private func failInterrupted() {
    fail(GraphQLSubscriptionError.interrupted) { $0.wasSent && !$0.request.resubscribes }
  }

  private func fail(_ error: any Error, where isFailed: (SocketOperation) -> Bool) {
    let failed = state.withLock { state in
      let failed = state.operations.filter { isFailed($0.value) }
      for id in failed.keys { state.operations[id] = nil }
      return failed
    }
    for operation in failed.values { operation.mailbox.finish(.failure(error)) }
  }
}
