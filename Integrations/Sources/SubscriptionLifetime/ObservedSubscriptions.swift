import ApusClient
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Passes subscriptions to another transport, and reports when each of them starts, receives an event, and ends.
package struct ObservedSubscriptions: GraphQLSubscriptionTransport {
  private let observed: any GraphQLSubscriptionTransport
  private let begin: @Sendable (inout GraphQLSubscriptionRequest) -> Observer

  /// An observer of one subscription.
  package struct Observer: Sendable {
    /// Called with the bytes of each event.
    var event: @Sendable (Data) -> Void
    /// Called once: with the error, or with nil if the subscription ends regularly or its reader leaves.
    var end: @Sendable ((any Error)?) -> Void

    package init(
      event: @escaping @Sendable (Data) -> Void, end: @escaping @Sendable ((any Error)?) -> Void
    ) {
      self.event = event
      self.end = end
    }
  }

  /// - Parameters:
  ///   - observed: the transport for the subscriptions.
  ///   - begin: called when a subscription starts; may change the request.
  package init(
    _ observed: any GraphQLSubscriptionTransport,
    begin: @escaping @Sendable (inout GraphQLSubscriptionRequest) -> Observer
  ) {
    self.observed = observed
    self.begin = begin
  }

  package var base: (any GraphQLSubscriptionTransport)? { observed }

  /// The transport that sends the subscriptions of another one, which may observe them several times.
  package static func sender(of transport: any GraphQLSubscriptionTransport)
    -> any GraphQLSubscriptionTransport
  {
    var sender = transport
    while let base = sender.base { sender = base }
    return sender
  }

  package func events(for request: GraphQLSubscriptionRequest) async throws -> GraphQLEvents {
    var request = request
    let lifetime = Lifetime(begin(&request))
    let opened = request
    return try await lifetime.watching {
      let events = try await observed.events(for: opened)
      return GraphQLEvents {
        try await lifetime.watching {
          guard let event = try await events.next() else {
            lifetime.end(nil)
            return nil
          }
          lifetime.observer.event(event)
          return event
        }
      }
    }
  }
}

/// Ends once, with the first of these: the events end, something throws, or the reader releases the events.
private final class Lifetime: Sendable {
  let observer: ObservedSubscriptions.Observer
  private let hasEnded = Atomic(false)

  init(_ observer: ObservedSubscriptions.Observer) { self.observer = observer }

  deinit { end(nil) }

  func end(_ error: (any Error)?) {
    if !hasEnded.exchange(true, ordering: .sequentiallyConsistent) { observer.end(error) }
  }

  func watching<Value>(_ work: () async throws -> Value) async throws -> Value {
    do {
      return try await work()
    } catch {
      end(error is CancellationError ? nil : error)
      throw error
    }
  }
}
