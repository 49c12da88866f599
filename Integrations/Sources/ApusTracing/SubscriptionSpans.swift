import ApusClient
import SubscriptionLifetime
import Synchronization
import Tracing

extension SpanMaker {
  /// Starts the span of a subscription.
  ///
  /// - Parameter sendsContext: whether its request has separate header fields.
  func observer(
    of request: inout GraphQLSubscriptionRequest, sendsContext: Bool
  ) -> ObservedSubscriptions.Observer {
    let span = span(for: request.http)
    if sendsContext { inject(span.context, into: &request.http.headers) }
    let events = EventCount()
    return ObservedSubscriptions.Observer(
      event: { _ in events.count.add(1, ordering: .relaxed) },
      end: { error in
        // A count instead of one event each, because a subscription may last for weeks.
        span.attributes["graphql.subscription.event_count"] = events.count.load(ordering: .relaxed)
        if let error { span.fail(error) }
        span.end()
      })
  }
}

private final class EventCount: Sendable {
  let count = Atomic(0)
}
