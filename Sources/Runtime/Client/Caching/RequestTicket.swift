import ApusPlatform

/// What a cache notes of a query when it is sent, to store the response as of that time.
///
/// A query that shares the response to an earlier one takes over its ticket: the response is as old as the request that it answers.
package final class RequestTicket: Sendable {
  /// The context key for the tickets of a request's operations, in their order.
  enum Key: GraphQLContextKey {
    static var defaultValue: [RequestTicket] { [] }
  }

  private let current: Locked<any AnyObject & Sendable>

  package init(_ value: any AnyObject & Sendable) { current = Locked(value) }

  /// The cache's own object.
  package var value: any AnyObject & Sendable { current.withLock { $0 } }

  func takeOver(_ other: RequestTicket) {
    let value = other.value
    // The old object is released outside of the lock: that runs the cache's code.
    let old = current.withLock { current in
      defer { current = value }
      return current
    }
    _ = old
  }
}

extension GraphQLHTTPRequest {
  /// Gives the request's operations the tickets of a request whose response it shares.
  func takeOverTickets(of sent: GraphQLHTTPRequest) {
    for (own, other) in zip(context[RequestTicket.Key.self], sent.context[RequestTicket.Key.self]) {
      own.takeOver(other)
    }
  }
}
