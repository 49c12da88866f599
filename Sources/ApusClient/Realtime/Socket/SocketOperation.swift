import ApusFoundation

/// An operation that a ``SocketLink`` carries.
///
/// It is looked up for each message: a copy of it is one of two references.
struct SocketOperation: Sendable {
  private final class Sent: Sendable {
    let request: GraphQLSubscriptionRequest

    init(_ request: GraphQLSubscriptionRequest) { self.request = request }
  }

  private let sent: Sent
  let mailbox: EventMailbox
  /// Whether it was sent on a connection before this one.
  var wasSent = false

  init(request: GraphQLSubscriptionRequest, mailbox: EventMailbox) {
    sent = Sent(request)
    self.mailbox = mailbox
  }

  var request: GraphQLSubscriptionRequest { sent.request }
}
