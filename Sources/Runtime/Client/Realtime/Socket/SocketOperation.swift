import ApusPlatform

/// An operation that a ``SocketLink`` carries.
///
/// It is looked up for each message: a copy of it is one of two references.
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
  /// The decision about the connection, or about the connection being opened.
  enum Admission { case undecided, admitted, sent }

  /// Whether the connection may carry it, and does.
  var admission = Admission.undecided
  /// Whether it was sent, on this connection or another one.
  var wasSent = false

  init(
    request: GraphQLSubscriptionRequest, mailbox: EventMailbox, credentials: ConnectionCredentials
  ) {
    sent = Sent(request, credentials)
    self.mailbox = mailbox
  }

  var request: GraphQLSubscriptionRequest { sent.request }

  /// On whose behalf it is carried out.
  var credentials: ConnectionCredentials {
    get { sent.credentials }
    set { sent = Sent(request, newValue) }
  }

  /// Whether the interceptors of the opening request decide on whose behalf it is carried out. Other operations have passed theirs.
  var takesHeadersOfConnection: Bool { !request.interceptors.isEmpty }
}
