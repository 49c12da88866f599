import ApusCache
package import ApusClient

#if canImport(Combine)
  public import Combine
#endif
#if canImport(Observation)
  public import Observation
#endif

/// The base class of view models, which tells views when it changes. Only this package has subclasses.
///
/// A model is an `ObservableObject`, for `@StateObject` and `@ObservedObject`, and from iOS 17 and macOS 14 on also `Observable`.
@MainActor
open class _GraphQLViewModel {
  /// The client; nil until it is set.
  private(set) var client: GraphQLClient?

  #if canImport(Combine)
    @Published private var revision = 0
  #else
    private var revision = 0
  #endif
  #if canImport(Observation)
    /// An `ObservationRegistrar`, if the system has one.
    private let registrar: (any Sendable)?
  #endif
  /// Watches for the client's cache being cleared; nil before the first call of ``dropIfCleared()``, and without a cache.
  private var clearing: ClearObservation?
  /// The cache's generation that the model's data belongs to.
  private var generation: CacheGeneration?
  /// Whether a view is being created, which reads the model afterwards anyway.
  private var isQuiet = false

  nonisolated package init(client: GraphQLClient?) {
    self.client = client
    #if canImport(Observation)
      if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) {
        registrar = ObservationRegistrar()
      } else {
        registrar = nil
      }
    #endif
  }

  /// Registers a read with the observation system.
  package func noteRead() {
    #if canImport(Observation)
      if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *),
        let registrar = registrar as? ObservationRegistrar
      {
        registrar.access(self, keyPath: \.revision)
      }
    #endif
  }

  /// Changes the state, and tells views.
  package func change(_ body: () -> Void) {
    if isQuiet { return body() }
    if ViewUpdateQueue.shared.isCatchingUp {
      body()
      return ViewUpdateQueue.shared.add { [weak self] in self?.change {} }
    }
    #if canImport(Observation)
      if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *),
        let registrar = registrar as? ObservationRegistrar
      {
        registrar.withMutation(of: self, keyPath: \.revision) {
          revision &+= 1
          body()
        }
        return
      }
    #endif
    revision &+= 1
    body()
  }

  /// Starts with a client. While a view is created, no view is told: it reads the model afterwards.
  ///
  /// - Parameter whileMakingView: whether a view is being created.
  package func use(_ client: GraphQLClient, whileMakingView: Bool = true) {
    isQuiet = whileMakingView
    defer { isQuiet = false }
    let old = self.client
    self.client = client
    if let old, old.identity == client.identity { start() } else { restart() }
  }

  /// Runs `body` while a view is created, which reads the model afterwards.
  package func whileMakingView(_ body: () -> Void) {
    isQuiet = true
    defer { isQuiet = false }
    body()
  }

  /// Starts a source, which reads the current data. All models are updated to it.
  ///
  /// - Parameter receive: called in each turn in which the source has new data.
  func begin(_ owner: SourceOwner<some Sendable>, _ receive: @escaping @MainActor @Sendable () -> Void) {
    owner.source.begin { ViewUpdateQueue.shared.add(receive) }
    ViewUpdateQueue.shared.catchUp()
  }

  /// Drops the model's data if the client's cache was cleared since the last call, or is another one. From the first call on, that happens by
  /// itself, too.
  ///
  /// It is for models whose data comes from no ``ViewSource``, which has an epoch.
  ///
  /// - Returns: whether the data was dropped.
  @discardableResult
  func dropIfCleared() -> Bool {
    let cache = client?.cache
    let isOther = clearing?.cache !== cache
    let isDropped = clearing != nil && (isOther || generation !== cache?.generation)
    if isOther {
      let dropIfCleared: @MainActor @Sendable () -> Void = { [weak self] in _ = self?.dropIfCleared() }
      // Observed first, so that no clearing is missed.
      clearing = cache.map { ClearObservation($0) { ViewUpdateQueue.shared.add(dropIfCleared) } }
    }
    generation = cache?.generation
    if isDropped { drop() }
    return isDropped
  }

  /// Drops the data, which may be another user's by now.
  func drop() {}

  /// Starts, unless it has started.
  func start() {}

  /// Starts again, with another client.
  func restart() {}
}

#if canImport(Combine)
  extension _GraphQLViewModel: ObservableObject {}
#endif
#if canImport(Observation)
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  extension _GraphQLViewModel: Observable {}
#endif
