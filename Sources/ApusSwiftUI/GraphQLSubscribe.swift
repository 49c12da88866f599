#if canImport(SwiftUI)
  public import Apus
  public import ApusClient
  public import SwiftUI

  /// A subscription that a view shows: its latest event, or what its events come to.
  ///
  /// ```swift
  /// @GraphQLSubscribe(ReviewsSubscription(album: "a1")) private var latest
  /// @GraphQLSubscribe(ReviewsSubscription(album: "a1"), into: [], { $0.append($1.reviewAdded) }) private var reviews
  /// ```
  /// It begins with the view and ends when the view leaves. `$latest` is the `GraphQLSubscriber`: `$latest.resubscribe()` after an error.
  @MainActor @propertyWrapper
  public struct GraphQLSubscribe<Subscription: GraphQLSubscription, Value: Sendable>:
    @preconcurrency DynamicProperty
  {
    @Environment(\.graphQLClient) private var client
    @StateObject private var subscriber: GraphQLSubscriber<Subscription, Value>
    @StateObject private var given: Given<Subscription>
    private let subscription: Subscription

    /// Shows what the events come to.
    ///
    /// - Parameters:
    ///   - subscription: the subscription with its variables.
    ///   - options: where it differs from others.
    ///   - initial: the value before the first event.
    ///   - reduce: changes the value by an event.
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

    /// What there is.
    public var wrappedValue: GraphQLState<Value> {
      client == nil ? .failed(GraphQLMissingClient(), last: nil) : subscriber.state
    }

    /// The model behind.
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
    ///   - options: where it differs from others.
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
