/// Provides a view's model with data, through requests or by watching a cache. It is started once, and ends with its ``SourceOwner``.
package protocol ViewSource<Data>: AnyObject, Sendable {
  associatedtype Data: Sendable

  /// Starts the source.
  ///
  /// - Parameter onChange: called on any thread whenever there is a new state to take. It must not block.
  func begin(_ onChange: @escaping @Sendable () -> Void)

  /// Takes the current state; returns nil if it was already taken. It does not block.
  func take() -> GraphQLUpdate<Data>?

  /// Sends a request and abandons the running one.
  ///
  /// - Returns: an event that occurs when no request is running. Waiting for it does not retain the source.
  func refetch() -> Completion

  /// Ends the watch and the running request. From then on it sends none.
  func end()
}
