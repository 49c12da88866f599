package import ApusClient

#if canImport(Combine)
  public import Combine
#endif
#if canImport(Observation)
  public import Observation
#endif

/// What models of views have in common: who shows one is told when it changes. They are made by the clients' modules alone.
///
/// A model is an `ObservableObject`, for `@StateObject` and `@ObservedObject`, and from iOS 17 and macOS 14 on it is `Observable`, too.
@MainActor
public class GraphQLViewModel {
  /// What asks the server; nil until there is one.
  package private(set) var client: (any GraphQLViewClient)?

  #if canImport(Combine)
    @Published private var revision = 0
  #else
    private var revision = 0
  #endif
  #if canImport(Observation)
    /// An `ObservationRegistrar`, where the system has one.
    private let registrar: (any Sendable)?
  #endif
  /// Whether who shows the model reads it anyway: it changes while a view is made.
  private var isQuiet = false

  nonisolated package init(client: (any GraphQLViewClient)?) {
    self.client = client
    #if canImport(Observation)
      if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) {
        registrar = ObservationRegistrar()
      } else {
        registrar = nil
      }
    #endif
  }

  /// Notes that someone reads.
  func noteRead() {
    #if canImport(Observation)
      if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *),
        let registrar = registrar as? ObservationRegistrar
      {
        registrar.access(self, keyPath: \.revision)
      }
    #endif
  }

  /// Changes what views show.
  func change(_ body: () -> Void) {
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

  /// Begins with a client. While a view is made, nobody is told: it reads the model behind this.
  ///
  /// - Parameter whileMakingView: whether a view is being made.
  package func use(_ client: any GraphQLViewClient, whileMakingView: Bool = true) {
    isQuiet = whileMakingView
    defer { isQuiet = false }
    if let old = self.client, old.identity == client.identity {
      start()
    } else {
      self.client = client
      restart()
    }
  }

  /// Runs `body` while a view is made, which reads the model behind it.
  package func whileMakingView(_ body: () -> Void) {
    isQuiet = true
    defer { isQuiet = false }
    body()
  }

  /// Begins a source, which reads what there is: all models have that from here on.
  ///
  /// - Parameter receive: called in each turn in which the source has something to take.
  func begin(_ source: some ViewSource, _ receive: @escaping @MainActor @Sendable () -> Void) {
    source.begin { ViewUpdateQueue.shared.add(receive) }
    ViewUpdateQueue.shared.catchUp()
  }

  /// Begins, if it has not begun.
  func start() {}

  /// Begins anew, with another client.
  func restart() {}
}

#if canImport(Combine)
  extension GraphQLViewModel: ObservableObject {}
#endif
#if canImport(Observation)
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  extension GraphQLViewModel: Observable {}
#endif
