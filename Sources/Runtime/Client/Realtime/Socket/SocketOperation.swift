import ApusPlatform

/// An operation of a ``SocketLink``.
///
/// It is looked up for each message, so copying it must be cheap: it contains only two references.
struct SocketOperation: Sendable {
  private final class Sent: Sendable {
    let request: GraphQLSubscriptionRequest
    let credentials: ConnectionCredentials

    init(_ request: GraphQLSubscriptionRequest, _ credentials: ConnectionCredentials) {
      (self.request, self.credentials) = (request, credentials)
    }
  }

  private var sent: Sent
  let mailbox: EventMailbox
  /// Whether the operation may use the connection, or the one that is being opened.
  enum Admission { case undecided, admitted, sent }

  /// The decision for the current connection.
  var admission = Admission.undecided
  /// Whether it was sent, on this connection or an earlier one.
  var wasSent = false

  init(
    request: GraphQLSubscriptionRequest, mailbox: EventMailbox, credentials: ConnectionCredentials
  ) {
    sent = Sent(request, credentials)
    self.mailbox = mailbox
  }

  var request: GraphQLSubscriptionRequest { sent.request }

  /// The credentials of the operation's user.
  var credentials: ConnectionCredentials {
    get { sent.credentials }
    set { sent = Sent(request, newValue) }
  }

  /// Whether the interceptors of the opening request decide whose operation it is. Other operations have passed their own interceptors.
  var takesHeadersOfConnection: Bool { !request.interceptors.isEmpty }
}
