import ApusPlatform

#if canImport(Network)
  import Network
#endif

/// The state of the network. While the device is offline, reconnects and retries wait.
///
/// Subscriptions use ``system``. On Apple systems it follows `NWPathMonitor`. Elsewhere, it assumes a network until the app reports a
/// change:
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

  /// Creates a state that the app reports.
  ///
  /// - Parameter isOnline: the state until ``update(isOnline:)`` changes it.
  public init(isOnline: Bool = true) { state = Locked(State(isOnline: isOnline)) }

  /// Whether there is a network.
  public var isOnline: Bool { state.withLock { $0.isOnline } }

  /// Updates the state. If there is a network, everything that waits for one continues.
  public func update(isOnline: Bool) {
    let waiters = state.withLock { state -> [CheckedContinuation<Void, any Error>] in
      state.isOnline = isOnline
      guard isOnline else { return [] }
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Waits until there is a network.
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
        // If the task was cancelled before the waiter was added, that did nothing, so check again.
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

  /// The state as the system reports it, or the app where the system does not.
  public static let system: GraphQLConnectivity = {
    let connectivity = GraphQLConnectivity()
    #if canImport(Network)
      let monitor = NWPathMonitor()
      // If a path first needs a connection, such as a VPN's, an attempt establishes it.
      monitor.pathUpdateHandler = { path in connectivity.update(isOnline: path.status != .unsatisfied) }
      monitor.start(queue: DispatchQueue(label: "GraphQLConnectivity"))
      monitorOfSystem.withLock { $0 = monitor }
    #endif
    return connectivity
  }()

  #if canImport(Network)
    /// Retains the monitor, because otherwise it would not report anything.
    private static let monitorOfSystem = Locked<NWPathMonitor?>(nil)
  #endif
}
