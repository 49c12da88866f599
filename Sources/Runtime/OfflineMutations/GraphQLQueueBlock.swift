/// The reason why the queue is blocked. It affects all mutations, and none of them caused it.
///
/// The mutations and their optimistic changes stay. Call ``GraphQLMutationQueue/resume()`` when the reason is gone. Each case has the error, for logs.
public enum GraphQLQueueBlock: Hashable, Sendable {
  /// The server does not accept the credentials: the user must sign in again.
  case unauthenticated(String)
  /// There is no GraphQL server at the URL: it has moved, or something else responds.
  case wrongAddress(String)
}
