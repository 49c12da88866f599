import ApusPlatform

#if canImport(Network)
  import Network
#endif

/// Says whether there is a network, so that nothing is attempted without one.
///
/// Subscriptions use ``system``. On Apple systems it follows `NWPathMonitor`; elsewhere it reports a network until the
/// app reports a change:
/// ```swift
/// GraphQLConnectivity.system.update(isOnline: false)
/// ```
public final class GraphQLConnectivity: Sendable {
  struct State {
    var isOnline: Bool
    var waiters: [Int: CheckedContinuation<Void, any Error>] = [:]
    var lastNumber = 0
  }

  let state: Locked<State>

  /// - Parameter isOnline: whether the network is reachable, until ``update(isOnline:)`` changes that.
  public init(isOnline: Bool = true) { state = Locked(State(isOnline: isOnline)) }

  /// Whether there is a network.
  public var isOnline: Bool { state.withLock { $0.isOnline } }

  /// Notes whether there is a network. Whoever waits for one goes on.
  public func update(isOnline: Bool) {
    let waiters = state.withLock { state -> [CheckedContinuation<Void, any Error>] in
      state.isOnline = isOnline
      guard isOnline else { return [] }
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Returns once there is a network.
  ///
  /// - Throws: `CancellationError`.
  public func waitUntilOnline() async throws {
    try Task.checkCancellation()
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isOnline = state.withLock { state in
          if !state.isOnline { state.waiters[number] = continuation }
          return state.isOnline
        }
        if isOnline { return continuation.resume() }
        // A cancellation that came before the waiter was noted has found nobody.
        if Task.isCancelled { leave(number) }
      }
    } onCancel: {
      leave(number)
    }
  }

  private func leave(_ number: Int) {
    let waiter = state.withLock { $0.waiters.removeValue(forKey: number) }
    waiter?.resume(throwing: CancellationError())
  }

  // MARK: - The system

  /// Follows the system where it can be asked, and the app elsewhere.
  public static let system: GraphQLConnectivity = {
    let connectivity = GraphQLConnectivity()
    #if canImport(Network)
      let monitor = NWPathMonitor()
      // A path that needs a connection first, such as a VPN's, gets it by an attempt.
      monitor.pathUpdateHandler = { path in connectivity.update(isOnline: path.status != .unsatisfied) }
      monitor.start(queue: DispatchQueue(label: "GraphQLConnectivity"))
      monitorOfSystem.withLock { $0 = monitor }
    #endif
    return connectivity
  }()

  #if canImport(Network)
    /// A monitor that is not retained does not report anything.
    private static let monitorOfSystem = Locked<NWPathMonitor?>(nil)
  #endif
}
