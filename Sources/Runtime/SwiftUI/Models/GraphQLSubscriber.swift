public import Apus
public import ApusClient

/// A subscription that a view shows: its latest event, or a value accumulated from all events. It ends when it is released.
///
/// If the client's cache is cleared, it starts again with the initial value.
///
/// ```swift
/// let latest = await GraphQLSubscriber(NowPlayingSubscription(), client: client)
/// let titles = await GraphQLSubscriber(NowPlayingSubscription(), client: client, into: [String]()) { list, data in
///   list.append(data.nowPlaying.track.title)
/// }
/// ```
@MainActor
public final class GraphQLSubscriber<Subscription: GraphQLSubscription, Value: Sendable>: _GraphQLViewModel {
  private let initial: Value?
  private let reduce: @Sendable (inout Value?, Subscription.Data) -> Void
  private let options: GraphQLSubscriptionOptions
  private var current: Subscription
  private var shown: GraphQLState<Value>
  private var hasEnded = false
  private var task: Task<Void, Never>?
  /// The number of the newest task. Events of older ones are dropped.
  private var number = 0

  nonisolated init(
    _ subscription: Subscription, client: GraphQLClient?, options: GraphQLSubscriptionOptions,
    initial: Value?, reduce: @escaping @Sendable (inout Value?, Subscription.Data) -> Void
  ) {
    current = subscription
    self.options = options
    self.initial = initial
    self.reduce = reduce
    shown = initial.map { .loaded($0) } ?? .loading
    super.init(client: client)
  }

  /// Starts immediately, and accumulates the events.
  ///
  /// - Parameters:
  ///   - subscription: The subscription with its variables.
  ///   - client: The client that subscribes.
  ///   - options: The options of this subscription.
  ///   - initial: The value before the first event.
  ///   - reduce: A closure that updates the value with an event.
  public convenience init(
    _ subscription: Subscription, client: GraphQLClient,
    options: GraphQLSubscriptionOptions = GraphQLSubscriptionOptions(), into initial: Value,
    _ reduce: @escaping @Sendable (inout Value, Subscription.Data) -> Void
  ) {
    self.init(
      subscription, client: client, options: options, initial: initial, reduce: Self.reducing(initial, reduce)
    )
    start()
  }

  nonisolated static func reducing(
    _ initial: Value, _ reduce: @escaping @Sendable (inout Value, Subscription.Data) -> Void
  ) -> @Sendable (inout Value?, Subscription.Data) -> Void {
    { value, data in
      var next = value ?? initial
      reduce(&next, data)
      value = next
    }
  }

  deinit { task?.cancel() }

  /// The state to show.
  public var state: GraphQLState<Value> {
    noteRead()
    return shown
  }

  /// Whether the server has completed the subscription.
  public var isOver: Bool {
    noteRead()
    return hasEnded
  }

  /// The subscription. Setting another one starts again with the initial value; an equal one does nothing.
  public var subscription: Subscription {
    get {
      noteRead()
      return current
    }
    set {
      if newValue == current { return }
      let isActive = task != nil
      current = newValue
      restart(isActive: isActive)
    }
  }

  /// Subscribes again, after an error, the end, or ``stop()``. The value stays, unless the cache was cleared.
  public func reload() {
    stop()
    start()
  }

  /// Continues after ``stop()``. A subscription that the server completed stays completed.
  public override func start() {
    dropIfCleared()
    guard task == nil, let client else { return }
    number += 1
    if hasEnded || shown.error != nil {
      change {
        hasEnded = false
        shown = shown.data.map { .loaded($0) } ?? .loading
      }
    }
    let (own, events) = (number, client.subscribe(to: current, options: options))
    task = Task { [weak self] in
      do {
        for try await data in events {
          if self?.receive(data, own) != true { return }
        }
        self?.end(nil, own)
      } catch {
        self?.end(error, own)
      }
    }
  }

  /// Ends the subscription. The value stays, unless the cache is cleared.
  public func stop() {
    task?.cancel()
    task = nil
    number += 1
  }

  override func restart() { restart(isActive: true) }

  override func drop() { restart(isActive: task != nil) }

  private func restart(isActive: Bool) {
    stop()
    change {
      shown = initial.map { .loaded($0) } ?? .loading
      hasEnded = false
    }
    if isActive { start() }
  }

  private func receive(_ data: Subscription.Data, _ own: Int) -> Bool {
    guard own == number, !dropIfCleared() else { return false }
    var value = shown.data
    reduce(&value, data)
    change { shown = value.map { .loaded($0) } ?? .loading }
    return true
  }

  private func end(_ error: (any Error)?, _ own: Int) {
    guard own == number, !dropIfCleared() else { return }
    change {
      if let error { shown = .failed(error, last: shown.data) } else { hasEnded = true }
    }
  }
}

extension GraphQLSubscriber where Value == Subscription.Data {
  /// Starts immediately, and shows the latest event.
  ///
  /// - Parameters:
  ///   - subscription: The subscription with its variables.
  ///   - client: The client that subscribes.
  ///   - options: The options of this subscription.
  public convenience init(
    _ subscription: Subscription, client: GraphQLClient,
    options: GraphQLSubscriptionOptions = GraphQLSubscriptionOptions()
  ) {
    self.init(subscription, client: client, options: options, initial: nil) { $0 = $1 }
    start()
  }
}
