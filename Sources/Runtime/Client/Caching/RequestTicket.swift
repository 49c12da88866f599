import ApusPlatform

/// The cache's note about a query when it is sent, to store the response as of that time. It lives until the response is stored.
///
/// A query that shares the response to an earlier one takes over its ticket: the response is as old as its request.
package final class RequestTicket: Sendable {
  /// The context key for the tickets of a request's operations, in their order.
  enum Key: GraphQLContextKey {
    static var defaultValue: [SentTicket] { [] }
  }

  private let current: Locked<any AnyObject & Sendable>
  fileprivate let cache: ObjectIdentifier

  /// - Parameters:
  ///   - value: the cache's own object.
  ///   - cache: the cache.
  package init(_ value: any AnyObject & Sendable, of cache: any ClientCache) {
    current = Locked(value)
    self.cache = ObjectIdentifier(cache)
  }

  /// The cache's own object.
  package var value: any AnyObject & Sendable { current.withLock { $0 } }

  fileprivate func takeOver(_ other: RequestTicket) {
    let value = other.value
    // The old object is released outside of the lock: that runs the cache's code.
    let old = current.withLock { current in
      defer { current = value }
      return current
    }
    _ = old
  }
}

/// A ticket in the context of a request. It does not keep the ticket: interceptors may keep the request for longer.
struct SentTicket: Sendable {
  private struct Reference {
    weak var ticket: RequestTicket?
  }

  private let reference: Locked<Reference>
  /// The cache that the ticket belongs to.
  let cache: ObjectIdentifier

  init(_ ticket: RequestTicket) {
    reference = Locked(Reference(ticket: ticket))
    cache = ticket.cache
  }

  var ticket: RequestTicket? { reference.withLock { $0.ticket } }
}

extension GraphQLHTTPRequest {
  /// The tickets of the request's operations; nil for those whose response is already stored.
  var tickets: [RequestTicket?] { context[RequestTicket.Key.self].map(\.ticket) }

  /// Gives the request's operations the tickets of a request whose response it shares.
  func takeOver(_ tickets: [RequestTicket?]) {
    for (own, other) in zip(self.tickets, tickets) {
      if let own, let other { own.takeOver(other) }
    }
  }
}
