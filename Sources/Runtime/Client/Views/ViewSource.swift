/// The state of an operation for a view.
package struct ViewUpdate<Data: Sendable>: Sendable {
  package var data: Data?
  package var error: (any Error)?
  package var isFetching: Bool

  package init(data: Data? = nil, error: (any Error)? = nil, isFetching: Bool = false) {
    self.data = data
    self.error = error
    self.isFetching = isFetching
  }
}

/// Provides a view's model with data, by requests or by watching a cache. It is started once, and ends when it is released.
package protocol ViewSource<Data>: AnyObject, Sendable {
  associatedtype Data: Sendable

  /// Starts.
  ///
  /// - Parameter onChange: called on any thread, whenever there is something to take. It must not wait.
  func begin(_ onChange: @escaping @Sendable () -> Void)

  /// The current state; nil if it was already taken. It does not wait.
  func take() -> ViewUpdate<Data>?

  /// Sends a request and abandons the running one.
  ///
  /// - Returns: a task that ends when no request is under way. Waiting for it does not retain the source.
  func refetch() -> Completion
}
