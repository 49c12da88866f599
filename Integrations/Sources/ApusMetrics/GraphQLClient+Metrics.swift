import ApusClient
import Metrics
import SubscriptionLifetime
import Synchronization

extension GraphQLClient {
  /// A copy of the client that counts and times its operations by swift-metrics.
  ///
  /// ```swift
  /// var client = GraphQLClient(url: url)
  /// client.interceptors = [GraphQLRetryInterceptor()]
  /// client = client.measured()
  /// ```
  /// An operation's time includes what the client's interceptors do: call this when they are set.
  ///
  /// | label | kind | what it is | dimensions |
  /// |---|---|---|---|
  /// | `graphql.client.requests` | counter | operations | type, name, `outcome` |
  /// | `graphql.client.duration` | timer | from the beginning of an operation to its result | type, name, `outcome` |
  /// | `graphql.client.resends` | counter | requests of a second or later attempt | type, name |
  /// | `graphql.client.request.size` | recorder | bytes of the request's body | type, name |
  /// | `graphql.client.response.size` | recorder | bytes of the response's body, unpacked | type, name |
  /// | `graphql.client.connections` | counter | requests, by whether the connection was open before | `reused` |
  /// | `graphql.client.subscriptions` | counter | subscriptions that have ended | type, name, `outcome` |
  /// | `graphql.client.subscriptions.open` | gauge | subscriptions of this client that are open | |
  /// | `graphql.client.subscription.events` | counter | events | type, name |
  ///
  /// Type and name are `graphql.operation.type` and `graphql.operation.name`. `outcome` is `success`, `graphql_error`, `http_error`, `timeout`,
  /// `outcome_unknown`, `transport`, `cancelled` or `other`.
  ///
  /// - Parameter factory: makes the metrics; nil for that of `MetricsSystem`.
  public func measured(by factory: (any MetricsFactory)? = nil) -> GraphQLClient {
    var client = self
    client.interceptors =
      [MetricsInterceptor(factory: factory)] + interceptors + [ResendCounter(factory: factory)]
    let open = OpenSubscriptions()
    client.subscriptions = ObservedSubscriptions(subscriptions) { request in
      let factory = factory ?? MetricsSystem.factory
      let operation = request.http.operations.dimensions
      open.change(by: 1, factory)
      let events = Counter(
        label: "graphql.client.subscription.events", dimensions: operation, factory: factory)
      return ObservedSubscriptions.Observer(
        event: { _ in events.increment() },
        end: { error in
          open.change(by: -1, factory)
          let outcome = error.map(RequestOutcome.init) ?? .success
          Counter(
            label: "graphql.client.subscriptions", dimensions: operation + [("outcome", outcome.rawValue)],
            factory: factory
          ).increment()
        })
    }
    return client
  }
}

/// The number of open subscriptions of a client.
private final class OpenSubscriptions: Sendable {
  private let count = Mutex(0)

  func change(by number: Int, _ factory: any MetricsFactory) {
    // It is recorded under the lock, so that the last recorded value is the newest.
    count.withLock { count in
      count += number
      Gauge(label: "graphql.client.subscriptions.open", dimensions: [], factory: factory).record(count)
    }
  }
}
