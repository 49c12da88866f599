import Foundation

/// An operation that a ``SocketLink`` carries.
struct SocketOperation: Sendable {
  let request: GraphQLSubscriptionRequest
  let mailbox: EventMailbox
  /// Whether it was sent on a connection before this one.
  var wasSent = false
}
