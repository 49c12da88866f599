#if canImport(SwiftUI)
  public import Apus
  public import ApusClient
  public import SwiftUI

  /// A subscription that a view shows: its latest event, or a value accumulated from all events.
  ///
  /// ```swift
  /// @GraphQLSubscribe(NowPlayingSubscription()) private var latest
  /// @GraphQLSubscribe(NowPlayingSubscription(), into: [], { $0.append($1.nowPlaying.track) }) private var tracks
  /// ```
  /// It starts when the view appears and ends when it disappears. `$latest` is the `GraphQLSubscriber`:
  /// call `$latest.reload()` to start again after an error.
  @MainActor @propertyWrapper
  public struct GraphQLSubscribe<Subscription: GraphQLSubscription, Value: Sendable>:
    @preconcurrency DynamicProperty
  {
    @Environment(\.graphQLClient) private var client
    @StateObject private var subscriber: GraphQLSubscriber<Subscription, Value>
    @StateObject private var given: Given<Subscription>
    private let subscription: Subscription

    /// Shows a value accumulated from the events.
    ///
    /// - Parameters:
    ///   - subscription: the subscription with its variables.
    ///   - options: options for this subscription.
    ///   - initial: the value before the first event.
    ///   - reduce: updates the value with an event.
    public init(
      _ subscription: Subscription, options: GraphQLSubscriptionOptions = GraphQLSubscriptionOptions(),
      into initial: Value, _ reduce: @escaping @Sendable (inout Value, Subscription.Data) -> Void
    ) {
      self.subscription = subscription
      _subscriber = StateObject(
        wrappedValue: GraphQLSubscriber(
          subscription, client: nil, options: options, initial: initial,
          reduce: GraphQLSubscriber<Subscription, Value>.reducing(initial, reduce)))
      _given = StateObject(wrappedValue: Given(subscription))
    }

    /// The current state of the subscription.
    public var wrappedValue: GraphQLState<Value> {
      client == nil ? .failed(MissingClientError(), last: nil) : subscriber.state
    }

    /// The model, with its functions.
    public var projectedValue: GraphQLSubscriber<Subscription, Value> { subscriber }

    public func update() {
      guard let client else {
        return MissingClientLog.report("@GraphQLSubscribe(\(Subscription.operationName)Subscription)")
      }
      subscriber.whileMakingView {
        if given.changes(to: subscription) { subscriber.subscription = subscription }
      }
      subscriber.use(client)
    }
  }

  extension GraphQLSubscribe where Value == Subscription.Data {
    /// Shows the latest event.
    ///
    /// - Parameters:
    ///   - subscription: the subscription with its variables.
    ///   - options: options for this subscription.
    public init(
      _ subscription: Subscription, options: GraphQLSubscriptionOptions = GraphQLSubscriptionOptions()
    ) {
      self.subscription = subscription
      _subscriber = StateObject(
        wrappedValue: GraphQLSubscriber(subscription, client: nil, options: options, initial: nil) { $0 = $1 }
      )
      _given = StateObject(wrappedValue: Given(subscription))
    }
  }
#endif
