import Apus
import ApusPlatform

/// Decides which operations a connection may carry. The app's closures are called without holding the lock.
extension SocketLink {
  /// Takes the credentials of the connection that is being opened, and ends the operations of other users.
  ///
  /// - Parameter areRenewed: whether they replace credentials that were just presented and rejected.
  /// - Throws: ``UserChange`` if no operation is left.
  func present(_ credentials: ConnectionCredentials, areRenewed: Bool) throws {
    let presented = state.withLock { state in
      state.credentials.headers = credentials.headers ?? state.credentials.headers
      state.credentials.payload = credentials.payload ?? state.credentials.payload
      for id in state.operations.keys where areRenewed && state.operations[id]?.admission == .admitted {
        state.operations[id]?.credentials = state.credentials
      }
      return state.credentials
    }
    let others = admit(to: presented) { !areRenewed || $0.admission == .undecided }
    let isOver = !others.isEmpty && state.withLock { $0.operations.isEmpty }
    fail(others)
    if isOver { throw UserChange() }
  }

  /// Sends the operations that were added while the connection was being opened, or ends them.
  func admitOthers(to opened: SocketOpener.Opened) {
    let others = admit(to: opened.credentials) { $0.admission == .undecided }
    let ending = state.withLock { state -> Ending? in
      guard state.opened?.connection === opened.connection else { return nil }
      for id in state.operations.keys.sorted() where state.operations[id]?.admission == .admitted {
        send(id, over: opened, &state)
      }
      return others.isEmpty ? nil : becameSmaller(&state)
    }
    fail(others)
    ending?.run()
  }

  /// Decides which operations are admitted.
  ///
  /// - Parameter isUndecided: whether to decide about an operation.
  /// - Returns: the operations of other users, which are removed.
  private func admit(
    to credentials: ConnectionCredentials, _ isUndecided: (SocketOperation) -> Bool
  ) -> [SocketOperation] {
    let asked = state.withLock { state in
      state.operations.filter { isUndecided($0.value) }.mapValues(\.credentials)
    }
    var known: [ConnectionCredentials: Bool] = [:]
    for own in asked.values where known[own] == nil {
      known[own] = own.areOfSameUser(as: credentials, opener.configuration.reconnect.user)
    }
    return state.withLock { state in
      var others: [SocketOperation] = []
      for (id, own) in asked where state.operations[id]?.credentials == own {
        if known[own] == true {
          state.operations[id]?.admission = .admitted
          state.operations[id]?.credentials = own.merging(credentials)
        } else if let other = state.operations.removeValue(forKey: id) {
          others.append(other)
        }
      }
      return others
    }
  }

  private func fail(_ operations: [SocketOperation]) {
    for operation in operations {
      operation.mailbox.finish(.failure(GraphQLClientError.credentialsChanged))
    }
  }

  /// Whether a new operation may join the existing ones.
  func serves(_ credentials: ConnectionCredentials) -> Bool {
    credentials.areOfSameUser(as: state.withLock { $0.credentials }, opener.configuration.reconnect.user)
  }

  /// Lets the operations use the credentials of the next connection, except for header fields that an operation has itself.
  func forgetCredentials(_ state: inout State) {
    state.credentials = ConnectionCredentials()
    for (id, operation) in state.operations {
      let headers = operation.takesHeadersOfConnection ? nil : operation.credentials.headers
      state.operations[id]?.credentials = ConnectionCredentials(headers: headers)
    }
  }

  /// Creates the payload of the next connection. At first, it is the payload in the identity.
  ///
  /// Before a rejected payload is renewed, the app is asked for its current one: the user may have changed.
  func payload(
    _ initialization: GraphQLWebSocketTransport.Initialization, after rejected: SocketRejection?
  ) -> @Sendable () async throws -> GraphQLValue? {
    { [self] in
      let (isFirst, mayBeOthers) = state.withLock { state in
        defer { (state.isPayloadUsed, state.hasPaused) = (true, false) }
        return (!state.isPayloadUsed, state.hasPaused || rejected == nil || rejected?.wasOpen == true)
      }
      if isFirst { return try presented(identity.payload) }
      guard let ask = opener.configuration.connectionPayload else { return nil }
      guard initialization.wasRejected else { return try presented(await ask(initialization)) }
      if mayBeOthers {
        _ = try presented(
          await ask(GraphQLWebSocketTransport.Initialization(attempt: initialization.attempt)))
      }
      return try presented(await ask(initialization), isRenewed: true)
    }
  }

  private func presented(_ payload: GraphQLValue?, isRenewed: Bool = false) throws -> GraphQLValue? {
    try present(ConnectionCredentials(payload: payload ?? .null), areRenewed: isRenewed)
    return payload
  }
}
