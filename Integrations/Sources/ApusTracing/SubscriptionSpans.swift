import ApusClient
import SubscriptionLifetime
import Synchronization
import Tracing

extension SpanMaker {
  /// Begins the span of a subscription.
  ///
  /// - Parameter sendsContext: whether its request has header fields of its own.
  func observer(
    of request: inout GraphQLSubscriptionRequest, sendsContext: Bool
  ) -> ObservedSubscriptions.Observer {
    let span = span(for: request.http)
    if sendsContext { inject(span.context, into: &request.http.headers) }
    let events = EventCount()
    return ObservedSubscriptions.Observer(
      event: { _ in events.count.add(1, ordering: .relaxed) },
      end: { error in
        // A number and not an event each: a subscription may last for weeks.
        span.attributes["graphql.subscription.event_count"] = events.count.load(ordering: .relaxed)
        if let error { span.fail(error) }
        span.end()
      })
  }
}

private final class EventCount: Sendable {
  let count = Atomic(0)
}
