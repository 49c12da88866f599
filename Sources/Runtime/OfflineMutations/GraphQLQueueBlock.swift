import ApusClient

/// The reason why the queue is blocked. It affects all mutations, and none of them caused it.
///
/// The mutations and their optimistic changes stay. Call ``GraphQLMutationQueue/resume()`` when the reason is gone.
public struct GraphQLQueueBlock: Hashable, Sendable {
  /// The kinds of reasons.
  public enum Reason: String, Hashable, Sendable {
    /// The server does not accept the credentials: the user must sign in again.
    case unauthenticated
    /// There is no GraphQL server at the URL: it has moved, or something else responds.
    case wrongAddress
  }

  /// The kind of reason.
  public var reason: Reason
  /// The error, for logs.
  public var message: String
}
